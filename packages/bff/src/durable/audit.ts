// Verifies recorded chains of events against the rows that name their heads (INV-20, P49). It only reads, in batches, beside
// running processes. The tables and the comparison of a row with its last event belong to the features.
import { breakAt, CHAIN_START, type ChainedEvent, type HashOf } from './chain.ts'

/** Batch size of subjects, and of events of one subject. */
export const AUDIT_BATCH = 200

/** Maximum repeats of an audit whose subject is written in the meantime. */
const LOOKS_MAX = 5

/** A fault of a record. */
export interface Break {
  /** ID of the sale or application. */
  readonly id: string
  /** Number of the event; `null` for a fault of the row. */
  readonly event: number | null
  /** The fault in words for an operator. */
  readonly what: string
}

/** One audited subject: the number of its events, its head, and its first break, if any. */
export interface Audited {
  readonly id: string
  readonly events: number
  readonly head: string
  readonly broken: Break | null
}

/** A head that was exported earlier: the hash of this event of this subject. */
export interface Head {
  readonly id: string
  readonly number: number
  readonly hash: string
}

/** The chain of one subject, with length and head from its row. */
interface RecordedChain<Event extends ChainedEvent> {
  readonly id: string
  readonly length: number
  readonly head: string
  readonly hashOf: HashOf<Event>
  /** The next events in order, at most {@link AUDIT_BATCH}. */
  eventsAfter(number: number): Promise<readonly Event[]>
  /** The faults of an event after the last one, and of a last event that the row does not name. */
  readonly words: { readonly beyond: string; readonly otherHead: string }
}

/** The result of reading a chain: its first break, or its last event. */
type Walked<Event> = { readonly broken: Break } | { readonly broken: null; readonly last: Event }

/** Reads a chain event by event; `visit` is called with each event that continues it. */
export async function walkChain<Event extends ChainedEvent>(
  { id, length, head, hashOf, eventsAfter, words }: RecordedChain<Event>,
  visit: (event: Event) => void = () => {},
): Promise<Walked<Event>> {
  const broken = (event: number, what: string): Walked<Event> => ({ broken: { id, event, what } })
  let before = CHAIN_START
  let last: Event | null = null
  let number = 0
  for (;;) {
    const events = await eventsAfter(number)
    for (const event of events) {
      if (number === length) return broken(number + 1, words.beyond)
      number += 1
      const what = breakAt(event, number, before, hashOf)
      if (what !== null) return broken(number, what)
      visit(event)
      before = event.hash
      last = event
    }
    if (events.length < AUDIT_BATCH) break
  }
  if (number < length || last === null) return broken(number + 1, 'is missing: it was deleted')
  return before === head ? { broken: null, last } : broken(number, words.otherHead)
}

/** Operations to audit a subject. */
export interface Subject<Row> {
  /** Its ID, the number of its events and its head. */
  headOf(row: Row): Omit<Audited, 'broken'>
  /** Returns the first break of this row's chain. */
  judge(row: Row): Promise<Break | null>
  reread(row: Row): Promise<Row | undefined>
  /** The fault of a row that was deleted meanwhile, in words; without it the break that was found counts. */
  readonly gone?: string
}

/** Audits one subject. Row and events are read one after the other, so it repeats if the subject was written in between. */
export async function auditSubject<Row>(first: Row, subject: Subject<Row>): Promise<Audited> {
  let row = first
  for (let look = 1; ; look += 1) {
    const audited = subject.headOf(row)
    const broken = await subject.judge(row)
    if (broken === null) return { ...audited, broken }
    const now = await subject.reread(row)
    if (now === undefined && subject.gone !== undefined)
      return { ...audited, broken: { id: audited.id, event: null, what: subject.gone } }
    if (now === undefined || subject.headOf(now).events === audited.events || look >= LOOKS_MAX)
      return { ...audited, broken }
    row = now
  }
}

const textOf = ({ id, number, hash }: Head): string => `${id} ${number} ${hash}`

/** Returns the heads that are not among the found events: the end of a chain was removed or rewritten. */
export function missingHeads(heads: readonly Head[], found: readonly Head[]): Break[] {
  const known = new Set(found.map(textOf))
  return heads
    .filter((head) => !known.has(textOf(head)))
    .map(({ id, number }) => ({ id, event: number, what: 'is not the one that was written down as a head' }))
}

/** Parses a JSON object; `{}` for any other text. */
export function objectIn<Value extends object>(json: string): Partial<Value> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
