/** The journal of a test file's process, one JSON object per line. `judge.ts` reads it. */

/** Environment variables that the runner passes to the process of a test file. */
export const JOURNAL_ENV = {
  /** The file that receives the lines. */
  journal: 'TAPBOARD_TEST_JOURNAL',
  /** Milliseconds that a file may take to end after its last test. */
  graceMs: 'TAPBOARD_TEST_GRACE_MS',
  /** Milliseconds without any news after which a file counts as hanging. */
  stallMs: 'TAPBOARD_TEST_STALL_MS',
} as const

/** One line of the journal. */
export type JournalLine =
  /** `test`, `it`, `describe` or `suite` was called, at the top level or inside a suite. */
  | { readonly type: 'registered'; readonly name: string; readonly at: string }
  /** node:test accepted a test, a suite or a subtest. */
  | { readonly type: 'enqueued'; readonly name: string }
  /** A test or a suite ended. */
  | {
      readonly type: 'reported'
      /** Titles from the outermost suite to the test. */
      readonly path: readonly string[]
      readonly outcome: 'passed' | 'failed' | 'skipped'
      readonly suite: boolean
      readonly ms: number
      /** The error of a failed test. */
      readonly error?: string
      /** It failed only because something inside it failed. */
      readonly inherited?: boolean
    }
  /** A note that a test wrote by `t.diagnostic(…)`. */
  | { readonly type: 'note'; readonly text: string }
  /** An error after the end of its test. */
  | { readonly type: 'late'; readonly error: string }
  /** The file did not end by itself. */
  | { readonly type: 'hanging'; readonly pending: readonly string[]; readonly open: readonly string[] }
