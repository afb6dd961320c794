// The merchants of a running BFF. Every part reads the list at the time of use. A removed merchant stays known until none of
// its sales, events and applications is open (`retirement.ts`); meanwhile it starts nothing new.
import { findById } from '../../derived.ts'
import type { Merchant } from '../options.ts'

/** IDs of the merchants that a new list adds, changes or removes. */
export interface MerchantsChange {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** A removed merchant with open work, as it was configured at last. */
export interface RemovedMerchant {
  readonly merchant: Merchant
  readonly removedAtMs: number
}

/** The current merchants. The arrays are the same objects until the next change, and so is an unchanged merchant. */
export interface MerchantList {
  readonly configured: readonly Merchant[]
  /** Removed merchants with open work. */
  readonly removed: readonly RemovedMerchant[]
  /** The configured and the removed ones. */
  readonly known: readonly Merchant[]
  /** Whether the merchant is configured: only then it gets tokens and starts sales. */
  isConfigured(id: string): boolean
  /** Returns the merchant if it is {@link MerchantList.known}, else `null`. */
  find(id: string): Merchant | null
  /** Replaces the configured merchants; the same content changes nothing. */
  replace(merchants: readonly Merchant[], nowMs: number): MerchantsChange
  /** Forgets a removed merchant and its keys. */
  forget(id: string): void
}

const isSame = (one: Merchant, other: Merchant): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a change has no content. */
export const isUnchanged = ({ added, changed, removed }: MerchantsChange): boolean =>
  added.length + changed.length + removed.length === 0

export function createMerchantList(first: readonly Merchant[]): MerchantList {
  let configured = first
  let removed: readonly RemovedMerchant[] = []
  let known = first
  const update = (nextConfigured: readonly Merchant[], nextRemoved: readonly RemovedMerchant[]): void => {
    configured = nextConfigured
    removed = nextRemoved
    known = [...configured, ...removed.map(({ merchant }) => merchant)]
  }
  const findConfigured = findById(() => configured)
  const findKnown = findById(() => known)
  return {
    get configured() {
      return configured
    },
    get removed() {
      return removed
    },
    get known() {
      return known
    },
    isConfigured: (id) => findConfigured(id) !== null,
    find: findKnown,
    replace(merchants, nowMs) {
      const next = merchants.map((merchant) => {
        const before = findKnown(merchant.id)
        return before !== null && isSame(before, merchant) ? before : merchant
      })
      const ids = new Set(next.map(({ id }) => id))
      const gone = configured.filter(({ id }) => !ids.has(id))
      const change: MerchantsChange = {
        added: next.filter(({ id }) => findConfigured(id) === null).map(({ id }) => id),
        changed: next
          .filter((merchant) => ![null, merchant].includes(findConfigured(merchant.id)))
          .map(({ id }) => id),
        removed: gone.map(({ id }) => id),
      }
      if (isUnchanged(change)) return change
      update(next, [
        ...removed.filter(({ merchant }) => !ids.has(merchant.id)),
        ...gone.map((merchant) => ({ merchant, removedAtMs: nowMs })),
      ])
      return change
    },
    forget(id) {
      update(
        configured,
        removed.filter(({ merchant }) => merchant.id !== id),
      )
    },
  }
}

/** Options with the members of the list, read at each use. */
export const withMerchants = <Options extends { readonly merchants: readonly Merchant[] }>(
  options: Options,
  list: MerchantList,
): Options => Object.defineProperty({ ...options }, 'merchants', { get: () => list.known, enumerable: true })

/** The number of merchants among which this process divides its limits, read at each use. */
export const withCount = <Limits extends object>(
  limits: Limits,
  list: MerchantList,
): Limits & { readonly merchants: number } =>
  Object.defineProperty({ ...limits } as Limits & { merchants: number }, 'merchants', {
    get: () => list.known.length,
    enumerable: true,
  })
