// The public key with which pages seal secrets.
import { SealKey } from '@tapboard/contract'
import type { KeySet } from '../../token/key-set.ts'

/** Returns the current public key (RFC 7518 §4.6). */
export const sealKeyOf = (keys: Pick<KeySet, 'current'>): SealKey => SealKey.parse(keys.current().publicJwk)
