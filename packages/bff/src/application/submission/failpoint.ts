// The failpoints of a submission: named points at which a test can pause it. Like those of sales they are a port of the
// assembly, which no option and no environment variable sets.

/** Every failpoint of a submission, in its order. */
const SUBMIT_FAILPOINTS = {
  /** The submission is validated; nothing is stored. */
  judged: 1,
  /** The submission is committed; no request was sent. */
  written: 2,
  /** The terms token is received and not stored. */
  agreed: 3,
  /** The phase `sent` is committed; no byte of SubmitGoApp was written. */
  leaving: 4,
  /** The result of SubmitGoApp is known and not stored. */
  answered: 5,
  /** The result is committed; the page has no answer. */
  recorded: 6,
} as const

/** A key of {@link SUBMIT_FAILPOINTS}. */
export type SubmitFailpointName = keyof typeof SUBMIT_FAILPOINTS

/** Called at each failpoint; the submission waits for the returned promise. */
export type SubmitFailpoint = (name: SubmitFailpointName, applicationId: string) => void | Promise<void>

export const noSubmitFailpoint: SubmitFailpoint = () => {}
