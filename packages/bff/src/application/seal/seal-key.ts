// The key that pages seal secrets to, as a page sees it.
import { SealKey } from '@tapboard/contract'
import type { KeySet } from '../../token/key-set.ts'

/** The public half of the current key (RFC 7518 §4.6). */
export const sealKeyOf = (keys: Pick<KeySet, 'current'>): SealKey => SealKey.parse(keys.current().publicJwk)
