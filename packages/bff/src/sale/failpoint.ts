// The named moments at which a test may stop the world (FP1 to FP16): one list for the simulation and for the runs with
// `kill -9`. Nothing here runs. A failpoint is a port of the assembly (`createBffWith`), which no option and no
// environment variable reaches: it cannot be switched on where money moves.

/**
 * Every failpoint with its number. Those that `FAILPOINTS_OF_THE_LEDGER` names are told by our own code; the others lie
 * inside a port (the sender's socket, the store, an answer's stream) and are told by whoever stands in for that port.
 */
export const FAILPOINTS = {
  /** FP1: a start passed every check; its row is not committed. */
  creating: 1,
  /** FP2: the row of a start is committed; nobody was told. */
  created: 2,
  /** FP3: `sending` is committed; nothing was sent. */
  sending: 3,
  /** FP4: connected to the upstream; not a byte of the initiate has left. */
  connected: 4,
  /** FP5: the head and half of the body of the initiate have left (the socket's). */
  body_begun: 5,
  /** FP6: the whole initiate has left (the socket's). */
  body_written: 6,
  /** FP7: the first bytes of its answer are here, unread (the socket's). */
  answer_begun: 7,
  /** FP8: what the send came to is known, and written nowhere. */
  answered: 8,
  /** FP9: what the send came to is committed. */
  started: 9,
  /** FP10: an event is committed; no watcher of this process heard of it (the store's). */
  notifying: 10,
  /** FP11: a read of the session is asked for. */
  reading: 11,
  /** FP12: what the read said is known, and written nowhere. */
  read: 12,
  /** FP13: what the read said is committed. */
  recorded: 13,
  /** FP14: half a frame of an event stream has left (the stream's). */
  frame_begun: 14,
  /** FP15: the process drains; this sale is not given back yet. */
  draining: 15,
  /** FP16: an event is committed; its acknowledgement has not come (the store's). */
  committed: 16,
} as const

/** See {@link FAILPOINTS}. */
export type FailpointName = keyof typeof FAILPOINTS

/** The failpoints that our own code tells; the rest are those of a port. */
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

/** Called at each of them with the sale it happens to; whoever waits in it stops that sale there. */
export type Failpoint = (name: FailpointName, saleId: string) => void | Promise<void>

/** Lets everything pass. */
export const noFailpoint: Failpoint = () => {}
