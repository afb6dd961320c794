// Forgets removed merchants, with their keys, once nothing of them is unfinished. It looks once a minute, only while there is a
// removed merchant.
import type { Clock, Log } from '../../ports.ts'
import type { MerchantList } from './merchant-list.ts'

/** Between two looks. A start that was admitted before the removal commits its sale long before the first one. */
export const RETIREMENT_MS = 60_000

interface RetirementParts {
  readonly list: Pick<MerchantList, 'removed' | 'forget'>
  /** Returns the merchants with unfinished work. */
  readonly withWork: () => Promise<ReadonlySet<string>>
  /** Closes the connections of a forgotten merchant. */
  readonly forgotten: (merchant: string) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** The loop that forgets removed merchants. */
export interface Retirement {
  /** Plans a look if there is a removed merchant. */
  plan(): void
  /** Stops the timer and waits for a running look. */
  end(): Promise<void>
}

/** Creates the loop; it does nothing before `plan`. */
export function createRetirement({ list, withWork, forgotten, clock, log }: RetirementParts): Retirement {
  let cancel: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()
  let ended = false

  const look = async (): Promise<void> => {
    const beforeMs = clock.now() - RETIREMENT_MS
    const due = list.removed.filter(({ removedAtMs }) => removedAtMs <= beforeMs)
    const busy = due.length === 0 ? new Set<string>() : await withWork()
    for (const { merchant } of due) {
      // It may have been added again during the look.
      if (busy.has(merchant.id) || !list.removed.some((one) => one.merchant === merchant)) continue
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
  return {
    plan,
    async end() {
      ended = true
      cancel?.()
      await running
    },
  }
}
