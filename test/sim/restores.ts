// Stories in which the ledger loses its newest rows: an order is paid, the ledger is put back to an earlier state, and clerks charge
// the order again: while starts are held, and after the hold has ended.
import type { Chance } from './chance.ts'
import type { Fault } from './faults.ts'
import type { Refund, Scenario, Tab, Till } from './story.ts'

/** Stories with a restore. */
const RESTORED = 0.004

/** The hold ends at the earliest so long after it began (D-205). */
const COMPARABLE_MS = 370_000

/** After the end of the hold. */
const REST_MS = 40_000

/** The same story, or, in a few of them, with a restore. */
export const restored = (chance: Chance, story: Scenario): Scenario =>
  chance.is(RESTORED) ? withRestore(chance, story) : story

/** The order is refunded: while its newest rows can still be lost, and again after the hold. */
function refundsOf(chance: Chance, tab: Tab, releaseMs: number): Refund[] {
  if (!chance.is(0.3)) return []
  const refund = (reference: string, startMs: number): Refund => ({
    tab: { ...tab, key: 'derived', cancelMs: null, page: false, startMs },
    reference,
    share: chance.of([1, 0.6]),
    attempts: 1,
  })
  return [refund('first', chance.whole(0, 4_000)), refund('second', releaseMs + chance.whole(1, 9_000))]
}

function withRestore(chance: Chance, story: Scenario): Scenario {
  const copyMs = chance.is(0.6) ? 0 : chance.whole(0, 14_000)
  const lostMs = copyMs + (chance.is(0.4) ? chance.whole(1_500, 5_000) : chance.whole(5_000, 25_000))
  const isOfIntent = chance.is(0.2)
  const releaseMs = lostMs + COMPARABLE_MS + chance.whole(1, 5_000)
  const dedupes = chance.of(['none', 'none', 'none', 'refuse', 'replay'])
  const [first, ...rest] = story.cardholders
  const payer = first === undefined ? [] : [{ ...first, promptMs: 200, act: 'pay', verdict: 0 } as const]
  const again = (till: Till): Till => {
    const [tab] = till.tabs
    if (tab === undefined) return till
    const clerk = (startMs: number): Tab => ({ ...tab, key: 'derived', cancelMs: null, page: false, startMs })
    const held = clerk(lostMs + chance.whole(1_000, 60_000))
    const tabs = [...till.tabs, held, clerk(releaseMs + chance.whole(1, 9_000))]
    // A person who errs before the loss would allow a second charge, and the ledger would have lost the statement.
    return {
      ...till,
      attempts: 2,
      tabs,
      attests: 'truth',
      host: [],
      refunds: refundsOf(chance, tab, releaseMs),
    }
  }
  const isSpared = (fault: Fault): boolean =>
    fault.at !== 'lie' && !(fault.at === 'send' && fault.kind === 'duplicated')
  return {
    ...story,
    upstream: {
      ...story.upstream,
      repeat: 'unknown',
      dedupes,
      lookup: dedupes === 'none' ? 'none' : story.upstream.lookup,
    },
    tills: story.tills.map(again),
    cardholders: chance.is(0.8) ? [...payer, ...rest] : story.cardholders,
    faults: story.faults.filter(isSpared).slice(0, 2),
    restore: { copyMs: isOfIntent ? 'intent' : copyMs, lostMs, downMs: chance.whole(200, 20_000), releaseMs },
    lengthMs: releaseMs + REST_MS,
  }
}
