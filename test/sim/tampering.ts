// At the end of a story one event of a sale is edited, in some cases with the hash of its new content. The audit must name the
// edit (INV-20, P49).
import { hashEvent } from '../../packages/bff/src/sale/ledger/chain.ts'
import { CHAIN_START } from '../../packages/bff/src/durable/chain.ts'
import type { wrongEvent } from '../../packages/bff/src/sale/ledger/audit.ts'
import type { SaleEventRow, SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import type { Books } from './books.ts'
import { unitOf } from './chance.ts'
import type { World } from './world.ts'

/** The audit's judgment of one event: the fault, or `null`. */
export type JudgeEvent = typeof wrongEvent

const edited = (event: SaleEventRow): SaleEventRow => ({ ...event, atMs: event.atMs - 60_000 })

/** Edits of one event, as anyone with access to the database can make them. */
const EDITS: readonly ((event: SaleEventRow) => readonly SaleEventRow[])[] = [
  (event) => [{ ...edited(event), hash: hashEvent(edited(event)) }],
  (event) => [edited(event)],
  () => [],
  (event) => [event, event],
]

/** Does the audit find a break in these events of a sale? */
function isFound({ version, eventHash: head }: SaleRow, events: readonly SaleEventRow[], judge: JudgeEvent) {
  let before = CHAIN_START
  for (const [at, event] of events.entries()) {
    if (judge(event, at + 1, before) !== null) return true
    before = event.hash
  }
  return events.length !== version || before !== head
}

/** One story in this many is edited: hashing takes as long as a tenth of a story. */
const EVERY = 4

/** Edits one event of the last sale; an edit that is not found breaks INV-20. */
export function tamper(world: World, seed: number, books: Books, judge: JudgeEvent): void {
  const row = books.rows().at(-1)
  if (row === undefined || seed % EVERY !== 0) return
  const events = books.eventsOf(row.id)
  const at = Math.floor(unitOf(seed, 21) * events.length)
  const edit = EDITS[Math.floor(unitOf(seed, 22) * EDITS.length)]
  const changed = events.flatMap((event, index) =>
    index === at && edit !== undefined ? edit(event) : [event],
  )
  if (!isFound(row, changed, judge))
    world.broken(`INV-20: an edit of event ${at + 1} of ${row.id} is not found`)
}
