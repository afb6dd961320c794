// A finding of an examination: one line with the fact and the advice. No finding contains a secret.

import type { CommandCode } from '@tapboard/contract'

/** The result of one check. */
export interface Finding {
  /** The subject, for example `keys (shop)`. */
  readonly what: string
  /** `warn`: sales work, but the operator should know. `fail`: some or all sales will not work. */
  readonly state: 'ok' | 'warn' | 'fail'
  /** The fact and, for `warn` and `fail`, the advice. */
  readonly message: string
  /** The entry of a `warn` or `fail` in the catalogue of errors. */
  readonly code: CommandCode | null
}

/** Creates findings about one subject. */
export const about = (what: string) => ({
  ok: (message: string): Finding => ({ what, state: 'ok', message, code: null }),
  warn: (code: CommandCode, message: string): Finding => ({ what, state: 'warn', message, code }),
  fail: (code: CommandCode, message: string): Finding => ({ what, state: 'fail', message, code }),
})
