// Results of the operations on sales. Expected refusals are values; exceptions are faults (store unreachable).
import type { Sale } from '@tapboard/contract'
import type { Refusal } from '../refusal.ts'

/** The members of a sale that change without an event, as a reader received them last. */
export type LastNews = Pick<Sale, 'staleSinceMs' | 'nextAskAtMs'>

/** The news of a reader that has received none. */
export const NO_NEWS: LastNews = { staleSinceMs: null, nextAskAtMs: null }

/** A sale or a refusal. `created` is false for a replay. */
export type SaleResult = { readonly ok: true; readonly sale: Sale; readonly created: boolean } | Refusal
