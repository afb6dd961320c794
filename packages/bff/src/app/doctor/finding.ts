// What an examination says: one line each, what is so and what to do about it. No value of a secret stands in any.

/** One thing that was looked at. */
export interface Finding {
  /** What was looked at, for example `keys (shop)`. */
  readonly what: string
  /** `warn`: it works, but the operator should know. `fail`: a sale, or all of them, will not work. */
  readonly state: 'ok' | 'warn' | 'fail'
  /** What is so, and, where it is not well, what to do. */
  readonly said: string
}

/** Makes findings about one thing. */
export const about = (what: string) => ({
  ok: (said: string): Finding => ({ what, state: 'ok', said }),
  warn: (said: string): Finding => ({ what, state: 'warn', said }),
  fail: (said: string): Finding => ({ what, state: 'fail', said }),
})
