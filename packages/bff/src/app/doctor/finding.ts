// A finding of an examination: one line with the fact and the advice. No finding contains a secret.

/** The result of one check. */
export interface Finding {
  /** The subject, for example `keys (shop)`. */
  readonly what: string
  /** `warn`: sales work, but the operator should know. `fail`: some or all sales will not work. */
  readonly state: 'ok' | 'warn' | 'fail'
  /** The fact and, for `warn` and `fail`, the advice. */
  readonly message: string
}

/** Creates findings about one subject. */
export const about = (what: string) => ({
  ok: (message: string): Finding => ({ what, state: 'ok', message }),
  warn: (message: string): Finding => ({ what, state: 'warn', message }),
  fail: (message: string): Finding => ({ what, state: 'fail', message }),
})
