// Forgets removed merchants, with their keys, once nothing of them is unfinished. It looks once a minute, only while there is a
// removed merchant. It logs merchants with unfinished work: at the start those that are not configured, at the end those that are
// removed, because their keys end with the process.
import type { Clock, Log } from '../../ports.ts'
import type { MerchantList } from './merchant-list.ts'
import type { WorkOfMerchants } from './open-work.ts'

/** Between two looks. A start that was admitted before the removal commits its sale long before the first one. */
export const RETIREMENT_MS = 60_000

interface RetirementParts {
  readonly list: Pick<MerchantList, 'removed' | 'forget' | 'find'>
  /** Counts the unfinished work of each merchant. */
  readonly countWork: () => Promise<WorkOfMerchants>
  /** Closes the connections of a forgotten merchant. */
  readonly forgotten: (merchant: string) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** The loop that forgets removed merchants. */
export interface Retirement {
  /** Names each merchant that has unfinished work and is not known to this process. */
  begin(): void
  /** Returns the number of open sales of removed merchants at the last look. */
  openSales(): number
  /** Plans a look if there is a removed merchant. */
  plan(): void
  /** Stops the timer, waits for a running look, and names each removed merchant whose work loses its keys with this process. */
  end(): Promise<void>
}

const NO_WORK: WorkOfMerchants = new Map()

/** Creates the loop; it does nothing before `plan`. */
export function createRetirement({ list, countWork, forgotten, clock, log }: RetirementParts): Retirement {
  let cancel: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()
  let beginning: Promise<void> = Promise.resolve()
  let work = NO_WORK
  let ended = false

  const nameUnknown = async (): Promise<void> => {
    for (const [merchant, open] of await countWork())
      if (list.find(merchant) === null)
        log.error(
          { code: 'merchant-missing', merchant, ...open },
          'a merchant with unfinished work is not configured: put it back; until then its open sales stay locked and nothing is charged twice',
        )
  }

  const look = async (): Promise<void> => {
    const beforeMs = clock.now() - RETIREMENT_MS
    const due = list.removed.filter(({ removedAtMs }) => removedAtMs <= beforeMs)
    if (due.length > 0) work = await countWork()
    for (const { merchant } of due) {
      // It may have been added again during the look.
      if (work.has(merchant.id) || !list.removed.some((one) => one.merchant === merchant)) continue
      list.forget(merchant.id)
      await forgotten(merchant.id)
      log.info(
        { code: 'merchant-forgotten', merchant: merchant.id },
        'nothing of a removed merchant is open; its keys were dropped',
      )
    }
  }
  const plan = (): void => {
    if (ended || cancel !== null || list.removed.length === 0) return
    cancel = clock.after(RETIREMENT_MS, () => {
      cancel = null
      running = look()
        .catch(() =>
          log.warn(
            { code: 'merchants' },
            'the open work of removed merchants could not be read; trying again',
          ),
        )
        .finally(plan)
    })
  }
  const nameRemoved = async (): Promise<void> => {
    if (list.removed.length === 0) return
    const left = await countWork().catch(() => null)
    for (const { merchant } of list.removed) {
      const open = left?.get(merchant.id)
      // Without the store it is not known whether nothing is left.
      if (left !== null && open === undefined) continue
      log.warn(
        { code: 'merchant-removed', merchant: merchant.id, ...open },
        'this process ends with the last keys of a removed merchant; what is unfinished waits until a process has its keys: put it back',
      )
    }
  }
  return {
    begin() {
      beginning = nameUnknown().catch(() =>
        log.warn({ code: 'merchants' }, 'the unfinished work of merchants could not be read'),
      )
    },
    openSales: () => list.removed.reduce((sum, { merchant }) => sum + (work.get(merchant.id)?.sales ?? 0), 0),
    plan,
    async end() {
      ended = true
      cancel?.()
      await Promise.all([beginning, running])
      await nameRemoved()
    },
  }
}
