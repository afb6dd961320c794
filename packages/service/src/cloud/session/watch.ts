// Long polling of sessions (D-16). A notice wakes the readers; they also poll every few seconds, because a
// notice may be lost. A reader that disconnects is released at once; beyond the limit readers do not wait.
import { looksLikeId } from '../../account/secret.ts'
import type { Kernel } from '../../kernel.ts'
import { SESSION_CHANNEL, type SessionRepository } from './session-repository.ts'
import { isFinal } from './machine.ts'
import type { SessionRow } from '../../schema/schema.ts'

/** Maximum number of waiting readers; each one costs a socket and a timer. */
export const WAITERS_MAX = 10_000

/** Conditions that end a wait. */
interface WaitUntil {
  readonly waitMs: number
  readonly signal: AbortSignal
  /** True if the row justifies an answer. */
  enough(row: SessionRow): boolean
}

/** Ends a wait, with the row if this process has committed it. */
type Wake = (row?: SessionRow) => void

/** Wakes waiting readers of sessions. */
export class SessionWatch {
  readonly #kernel: Kernel
  readonly #sessions: SessionRepository
  readonly #waiting = new Map<string, Set<Wake>>()
  #count = 0
  #stopped = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(kernel: Kernel, sessions: SessionRepository) {
    this.#kernel = kernel
    this.#sessions = sessions
  }

  /** Starts to listen to notices. */
  async start(): Promise<void> {
    this.#unlisten = await this.#kernel.store.listen(SESSION_CHANNEL, (wakeup) => {
      if (wakeup.type === 'resync') return this.#wakeAll()
      const [sessionId = ''] = wakeup.payload.split(' ')
      if (looksLikeId(sessionId, 'ses')) for (const wake of this.#waiting.get(sessionId) ?? []) wake()
    })
    this.#sessions.onChange((row) => {
      for (const wake of this.#waiting.get(row.id) ?? []) wake(row)
    })
  }

  /** Wakes all readers and stops listening. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wakeAll()
    await this.#unlisten?.()
  }

  /** Whether another reader may wait. */
  get accepting(): boolean {
    return !this.#stopped && this.#count < WAITERS_MAX
  }

  /** Waits until the row is sufficient or final, or the wait ends; returns the newest row. */
  async until(row: SessionRow, until: WaitUntil): Promise<SessionRow> {
    const { clock, timings } = this.#kernel
    const endAtMs = clock.now() + until.waitMs
    let newest = row
    const isEnough = (): boolean => isFinal(newest.status) || until.enough(newest)
    while (!isEnough() && this.accepting && !until.signal.aborted && clock.now() < endAtMs) {
      const pause = this.#pause(row.id, Math.min(endAtMs - clock.now(), timings.rereadMs), until.signal)
      // Registers before reading, so that no change is missed.
      newest = (await this.#sessions.read(row.id)) ?? newest
      if (isEnough()) {
        pause.end()
        break
      }
      const changed = await pause.ended
      if (changed !== undefined && changed.version > newest.version) newest = changed
    }
    if (isEnough() || until.signal.aborted) return newest
    return (await this.#sessions.read(row.id)) ?? newest
  }

  #wakeAll(): void {
    for (const wakes of this.#waiting.values()) for (const wake of wakes) wake()
  }

  #pause(
    sessionId: string,
    ms: number,
    signal: AbortSignal,
  ): { ended: Promise<SessionRow | undefined>; end: Wake } {
    let end: Wake = () => {}
    this.#count += 1
    const ended = new Promise<SessionRow | undefined>((resolve) => {
      const wakes = this.#waiting.get(sessionId) ?? new Set()
      const cancel = this.#kernel.clock.after(ms, () => end())
      const stop = (): void => end()
      end = (row) => {
        if (!wakes.delete(end)) return
        this.#count -= 1
        cancel()
        signal.removeEventListener('abort', stop)
        if (wakes.size === 0) this.#waiting.delete(sessionId)
        resolve(row)
      }
      this.#waiting.set(sessionId, wakes.add(end))
      signal.addEventListener('abort', stop, { once: true })
    })
    return { ended, end }
  }
}
