// The failpoints (FP1 to FP16): named points at which a test can pause execution. The simulation and the `kill -9` runs
// share this list. A failpoint is a port of the assembly (`createBffWith`). No option and no environment variable sets
// it, so it cannot be enabled in production.

/**
 * Every failpoint with its number. This code calls those in `FAILPOINTS_OF_THE_LEDGER`. The others are inside a port (the
 * sender's socket, the store, a response stream); the test double of that port calls them.
 */
export const FAILPOINTS = {
  /** A start passed every check; its row is not committed. */
  creating: 1,
  /** The row of a start is committed; no response was sent. */
  created: 2,
  /** `sending` is committed; no byte was sent. */
  sending: 3,
  /** Connected to the upstream; no byte of the initiate was written. */
  connected: 4,
  /** The head and half of the body of the initiate were written (in the socket). */
  body_begun: 5,
  /** The whole initiate was written (in the socket). */
  body_written: 6,
  /** The first bytes of its answer arrived, unread (in the socket). */
  answer_begun: 7,
  /** The result of the send is known and not persisted. */
  answered: 8,
  /** The result of the send is committed. */
  started: 9,
  /** An event is committed; no watcher of this process was notified (in the store). */
  notifying: 10,
  /** A read of the session is about to start. */
  reading: 11,
  /** The result of the read is known and not persisted. */
  read: 12,
  /** The result of the read is committed. */
  recorded: 13,
  /** Half a frame of an event stream was written (in the stream). */
  frame_begun: 14,
  /** The process drains; the lease of this sale is not released yet. */
  draining: 15,
  /** An event is committed and not acknowledged (in the store). */
  committed: 16,
} as const

/** A key of {@link FAILPOINTS}. */
export type FailpointName = keyof typeof FAILPOINTS

/** The failpoints that this code calls; the others are inside ports. */
export const FAILPOINTS_OF_THE_LEDGER = [
  'creating',
  'created',
  'sending',
  'connected',
  'answered',
  'started',
  'reading',
  'read',
  'recorded',
  'draining',
] as const satisfies readonly FailpointName[]

/** Called at each failpoint with the sale's ID. A pending promise pauses that sale. */
export type Failpoint = (name: FailpointName, saleId: string) => void | Promise<void>

/** The no-op failpoint of production. */
export const noFailpoint: Failpoint = () => {}
