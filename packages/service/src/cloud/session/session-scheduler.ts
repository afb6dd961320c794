// Follows what time asks of sessions: the processor's answer after a card, and every deadline of D-15. The store says
// what is due, so a restart or another process goes on where this one stopped.
import type { Kernel } from '../../ports.ts'
import type { SessionLedger } from './ledger.ts'
import type { SessionRow } from './row.ts'

/** A timer may fire a moment before the store's clock agrees; the next tick would be a second later. */
const SLACK_MS = 2

/** Failed ticks in a row after which the service is not ready … */
const FAILURES_MAX = 3

/** … or the time without a tick that succeeds. */
const FAILING_MS = 5_000

/** What else is done each tick. */
export interface ClerkChores {
  /** Each tick. */
  readonly every: () => void
  /** Each {@link import('../../ports.ts').Timings.rereadMs}. */
  readonly reread: () => Promise<void>
}

/** The one who watches the clock. */
export class SessionClerk {
  readonly #kernel: Kernel
  readonly #ledger: SessionLedger
  readonly #timers = new Set<() => void>()
  readonly #working = new Set<Promise<void>>()
  #stopped = false
  #rereadAtMs = 0
  #failures = 0
  /** Since when no tick has succeeded that should have; `null` while all is well. */
  #failingSinceMs: number | null = null

  constructor(kernel: Kernel, ledger: SessionLedger) {
    this.#kernel = kernel
    this.#ledger = ledger
  }

  /** Does what is due now, and goes on every tick. */
  async start(chores: ClerkChores): Promise<void> {
    const { clock, timings } = this.#kernel
    this.#rereadAtMs = clock.now() + timings.rereadMs
    await this.tick(chores)
    this.#again(chores)
  }

  /** Ends all timers and waits for work in hand. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
    await Promise.all(this.#working)
  }

  /** Does following sessions fail again and again, or does a tick not end (D-98)? */
  failing(): boolean {
    const sinceMs = this.#failingSinceMs
    const { clock } = this.#kernel
    return this.#failures >= FAILURES_MAX || (sinceMs !== null && clock.now() - sinceMs >= FAILING_MS)
  }

  /** A card was presented: asks the processor when it has thought. */
  async cardPresented(row: SessionRow): Promise<void> {
    const { authorizeMs } = this.#kernel.timings
    if (authorizeMs === 0) await this.#ledger.follow(row.id)
    else this.#after(authorizeMs + SLACK_MS, async () => void (await this.#ledger.follow(row.id)))
  }

  /** Claims and follows everything that is due. A fault is logged; the next tick tries again. */
  async tick(chores: ClerkChores): Promise<void> {
    const { clock, timings } = this.#kernel
    this.#failingSinceMs ??= clock.now()
    let done = false
    await this.#guarded(async () => {
      chores.every()
      for (const sessionId of await this.#ledger.claimDue()) {
        await this.#ledger.follow(sessionId)
        this.#failingSinceMs = clock.now()
      }
      if (clock.now() >= this.#rereadAtMs) {
        this.#rereadAtMs = clock.now() + timings.rereadMs
        await chores.reread()
      }
      done = true
    })
    this.#failures = done ? 0 : this.#failures + 1
    if (done) this.#failingSinceMs = null
    if (this.#failures === FAILURES_MAX)
      this.#kernel.log.error({ code: 'claim-failing' }, 'following sessions fails again and again; not ready')
  }

  #again(chores: ClerkChores): void {
    this.#after(this.#kernel.timings.tickMs, async () => {
      await this.tick(chores)
      this.#again(chores)
    })
  }

  #after(delayMs: number, work: () => Promise<void>): void {
    if (this.#stopped) return
    const cancel = this.#kernel.clock.after(delayMs, () => {
      this.#timers.delete(cancel)
      if (this.#stopped) return
      const working = this.#guarded(work)
      this.#working.add(working)
      void working.finally(() => this.#working.delete(working))
    })
    this.#timers.add(cancel)
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#kernel.log.error(
        { reason: error instanceof Error ? error.name : 'unknown' },
        'following sessions failed; the next tick tries again',
      )
    }
  }
}
