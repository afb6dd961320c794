// The named moments of a submission at which a test may stop the world. Nothing here runs; as those of sales, they are a port
// of the assembly that no option and no environment variable reaches.

/** Every failpoint of a submission, in its order. */
export const SUBMIT_FAILPOINTS = {
  /** Everything is judged; nothing is written. */
  judged: 1,
  /** The submission is committed; nothing was asked of the upstream. */
  written: 2,
  /** The token of the terms is here, and written nowhere. */
  agreed: 3,
  /** The last word is committed; no byte of SubmitGoApp has left. */
  leaving: 4,
  /** The result of SubmitGoApp is known, and written nowhere. */
  answered: 5,
  /** The result is committed; the page has no answer yet. */
  recorded: 6,
} as const

/** See {@link SUBMIT_FAILPOINTS}. */
export type SubmitFailpointName = keyof typeof SUBMIT_FAILPOINTS

/** Called at each failpoint; a call that does not settle stops that submission there. */
export type SubmitFailpoint = (name: SubmitFailpointName, applicationId: string) => void | Promise<void>

/** Lets everything pass. */
export const noSubmitFailpoint: SubmitFailpoint = () => {}
