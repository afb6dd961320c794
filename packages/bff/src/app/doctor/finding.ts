// A finding of an examination: one line with the fact and the advice. No finding contains a secret.

/** One thing that was looked at. */
export interface Finding {
  /** The subject, for example `keys (shop)`. */
  readonly what: string
  /** `warn`: it works, but the operator should know. `fail`: a sale, or all of them, will not work. */
  readonly state: 'ok' | 'warn' | 'fail'
  /** The fact and, for `warn` and `fail`, the advice. */
  readonly said: string
}

/** Makes findings about one thing. */
export const about = (what: string) => ({
  ok: (said: string): Finding => ({ what, state: 'ok', said }),
  warn: (said: string): Finding => ({ what, state: 'warn', said }),
  fail: (said: string): Finding => ({ what, state: 'fail', said }),
})
