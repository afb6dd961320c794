// A hash chain over the events of one subject (INV-20): each hash covers the event and the hash before it. A changed, removed
// or inserted event breaks it at that number.
import { sha256, toHex } from '@tapboard/store/crypto'

/** The hash before the first event. */
export const CHAIN_START = '0'.repeat(64)

/** SHA-256 over members in this order; hex. */
export const hashMembers = (members: readonly unknown[]): string => toHex(sha256(JSON.stringify(members)))

/** The members of an event that chain it. */
export interface ChainedEvent {
  /** Counts the events of the subject, from 1. */
  readonly number: number
  readonly prevHash: string
  readonly hash: string
}

/** Hashes all members of an event except its own hash. */
export type HashOf<Event> = (event: Event) => string

/** The break at an event that should have this number and follow this hash, in words; `null` where it continues the chain. */
export function breakAt<Event extends ChainedEvent>(
  event: Event,
  number: number,
  before: string,
  hashOf: HashOf<Event>,
): string | null {
  if (event.number !== number) return 'is missing: it was deleted'
  if (hashOf(event) !== event.hash) return 'was changed'
  if (event.prevHash !== before)
    return 'does not continue the one before: an event was changed, exchanged or inserted'
  return null
}

/** The number of the first event that does not continue the chain; `null` when it holds up to `head`. */
export function firstBreak<Event extends ChainedEvent>(
  events: readonly Event[],
  head: string,
  hashOf: HashOf<Event>,
): number | null {
  let before = CHAIN_START
  for (const [index, event] of events.entries()) {
    if (breakAt(event, index + 1, before, hashOf) !== null) return index + 1
    before = event.hash
  }
  return before === head ? null : events.length + 1
}
