// Readers who wait for a session to change (D-16). A notice wakes them; they re-read every few seconds too, because a
// notice may be lost. A reader who goes away is freed at once; beyond the cap nobody waits.
import { looksLikeId } from '../../account/secret.ts'
import type { Kernel } from '../../ports.ts'
import { SESSION_CHANNEL, type SessionLedger } from './ledger.ts'
import { isFinal } from './machine.ts'
import type { SessionRow } from './row.ts'

/** Readers who may wait at once; each costs a socket and a timer. */
export const WAITERS_MAX = 10_000

/** What ends a wait. */
export interface WaitUntil {
  readonly waitMs: number
  readonly signal: AbortSignal
  /** True when the row is worth an answer. */
  enough(row: SessionRow): boolean
}

/** Wakes readers of sessions. */
export class SessionWatch {
  readonly #kernel: Kernel
  readonly #ledger: SessionLedger
  readonly #waiting = new Map<string, Set<() => void>>()
  #count = 0
  #stopped = false
  #unlisten: (() => Promise<void>) | null = null

  constructor(kernel: Kernel, ledger: SessionLedger) {
    this.#kernel = kernel
    this.#ledger = ledger
  }

  /** Begins to hear notices. */
  async start(): Promise<void> {
    this.#unlisten = await this.#kernel.store.listen(SESSION_CHANNEL, (wakeup) => {
      if (wakeup.type === 'resync') return this.#wakeAll()
      const [sessionId = ''] = wakeup.payload.split(' ')
      if (looksLikeId(sessionId, 'ses')) for (const wake of this.#waiting.get(sessionId) ?? []) wake()
    })
  }

  /** Answers everybody who waits and hears no more. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wakeAll()
    await this.#unlisten?.()
  }

  /** May one more reader wait? */
  get open(): boolean {
    return !this.#stopped && this.#count < WAITERS_MAX
  }

  /** Waits until the row is enough, final, or the wait is over; then the newest row that was seen. */
  async until(row: SessionRow, until: WaitUntil): Promise<SessionRow> {
    const { clock, timings } = this.#kernel
    const endAtMs = clock.now() + until.waitMs
    let newest = row
    const isEnough = (): boolean => isFinal(newest.status) || until.enough(newest)
    while (!isEnough() && this.open && !until.signal.aborted && clock.now() < endAtMs) {
      const pause = this.#pause(row.id, Math.min(endAtMs - clock.now(), timings.rereadMs), until.signal)
      // Registered first, read after: a change in between wakes us.
      newest = (await this.#ledger.read(row.id)) ?? newest
      if (isEnough()) {
        pause.end()
        break
      }
      await pause.over
    }
    if (isEnough() || until.signal.aborted) return newest
    return (await this.#ledger.read(row.id)) ?? newest
  }

  #wakeAll(): void {
    for (const wakes of this.#waiting.values()) for (const wake of wakes) wake()
  }

  #pause(sessionId: string, ms: number, signal: AbortSignal): { over: Promise<void>; end: () => void } {
    let end = (): void => {}
    this.#count += 1
    const over = new Promise<void>((resolve) => {
      const wakes = this.#waiting.get(sessionId) ?? new Set()
      const cancel = this.#kernel.clock.after(ms, () => end())
      end = () => {
        if (!wakes.delete(end)) return
        this.#count -= 1
        cancel()
        signal.removeEventListener('abort', end)
        if (wakes.size === 0) this.#waiting.delete(sessionId)
        resolve()
      }
      this.#waiting.set(sessionId, wakes.add(end))
      signal.addEventListener('abort', end, { once: true })
    })
    return { over, end }
  }
}
