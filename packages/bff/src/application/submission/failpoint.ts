// The failpoints of a submission: named points at which a test can pause it. Like those of sales they are a port of the
// assembly, which no option and no environment variable sets.

/** The failpoints of a submission, in their order. */
export type SubmitFailpointName =
  /** The submission is validated; nothing is stored. */
  | 'judged'
  /** The submission is committed; no request was sent. */
  | 'written'
  /** The terms token is received and not stored. */
  | 'agreed'
  /** The phase `sent` is committed; no byte of SubmitGoApp was written. */
  | 'leaving'
  /** The result of SubmitGoApp is known and not stored. */
  | 'answered'
  /** The result is committed; the page has no answer. */
  | 'recorded'

/** Called at each failpoint; the submission waits for the returned promise. */
export type SubmitFailpoint = (name: SubmitFailpointName, applicationId: string) => void | Promise<void>

export const noSubmitFailpoint: SubmitFailpoint = () => {}
