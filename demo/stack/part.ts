// A part of the stack that can be stopped and started again on the same port and data, while the others go on.

/** What a part gives when it runs: how to stop it. */
export type Begin = () => Promise<() => Promise<void>>

/** A part of the stack. */
export interface Part {
  /** Where it answers; the same after a restart. */
  readonly url: string
  readonly running: boolean
  /** Starts it; does nothing while it runs. */
  start(): Promise<void>
  /** Stops it cleanly; does nothing while it is stopped. */
  stop(): Promise<void>
}

/** Makes a part from the function that begins it. Calls one after the other, never at once. */
export function createPart(url: string, begin: Begin): Part {
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
