// A server of the stack that can be stopped and restarted on the same port and data.

/** Starts a part; the result stops it. */
export type Begin = () => Promise<() => Promise<void>>

/** A restartable server of the stack. */
export interface RestartableServer {
  /** URL, unchanged after a restart. */
  readonly url: string
  readonly running: boolean
  /** Starts the server. No-op while it runs. */
  start(): Promise<void>
  /** Stops the server gracefully. No-op while it is stopped. */
  stop(): Promise<void>
}

/** Creates a part from its start function. Calls run one after the other. */
export function createRestartableServer(url: string, begin: Begin): RestartableServer {
  let end: (() => Promise<void>) | null = null
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  return {
    url,
    get running() {
      return end !== null
    },
    start: () =>
      inTurn(async () => {
        end ??= await begin()
      }),
    stop: () =>
      inTurn(async () => {
        const ending = end
        end = null
        await ending?.()
      }),
  }
}
