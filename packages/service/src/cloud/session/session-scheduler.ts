// Runs due work of sessions: the processor's answer after a card, and the deadlines of D-15. The store
// decides what is due, so a restart or another process continues the work.
import { createOutageLog, type OutageLog } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import type { SessionRepository } from './session-repository.ts'
import type { SessionRow } from '../../schema/schema.ts'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** Added to a timer, because it may fire slightly before the store's clock agrees. */
const SLACK_MS = 2

/** Consecutive failed ticks after which the service is not ready. */
const FAILURES_MAX = 3

/** Time without a successful tick after which the service is not ready. */
const FAILING_MS = 5_000

/** The sessions, with the processor that authorizes their cards. */
type FollowedSessions = Pick<SessionRepository, 'follow' | 'claimDue'>

interface PeriodicTasks {
  readonly every: () => void
  /** Runs every {@link import('../../ports.ts').Timings.rereadMs}. */
  readonly reread: () => Promise<void>
}

/** Runs due work of sessions periodically. */
export class SessionScheduler {
  readonly #kernel: Kernel
  readonly #sessions: FollowedSessions
  readonly #timers = new Set<() => void>()
  readonly #working = new Set<Promise<void>>()
  readonly #outage: OutageLog
  #stopped = false
  #rereadAtMs = 0
  #failures = 0
  /** Start of the period without a successful tick; `null` while ticks succeed. */
  #failingSinceMs: number | null = null

  constructor(kernel: Kernel, sessions: FollowedSessions) {
    const { clock, log } = kernel
    this.#kernel = kernel
    this.#outage = createOutageLog({
      name: 'sessions',
      failed: 'following sessions failed; retrying at the next tick',
      works: 'sessions are followed again',
      log,
      clock,
    })
    this.#sessions = sessions
  }

  /** Runs the due work now and on every tick. */
  async start(tasks: PeriodicTasks): Promise<void> {
    const { clock, timings } = this.#kernel
    this.#rereadAtMs = clock.now() + timings.rereadMs
    await this.tick(tasks)
    this.#again(tasks)
  }

  /** Cancels all timers and waits for running work. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
    await Promise.all(this.#working)
  }

  /** Whether following sessions fails repeatedly or a tick does not end. */
  failing(): boolean {
    const sinceMs = this.#failingSinceMs
    const { clock } = this.#kernel
    return this.#failures >= FAILURES_MAX || (sinceMs !== null && clock.now() - sinceMs >= FAILING_MS)
  }

  /** Schedules the processor's answer after a card was presented. */
  async cardPresented(row: SessionRow): Promise<void> {
    const { authorizeMs } = this.#kernel.timings
    if (authorizeMs === 0) await this.#sessions.follow(row.id)
    else this.#after(authorizeMs + SLACK_MS, async () => void (await this.#sessions.follow(row.id)))
  }

  /** Claims and follows all due sessions. An error is logged; the next tick retries. */
  async tick(tasks: PeriodicTasks): Promise<void> {
    const { clock, timings } = this.#kernel
    this.#failingSinceMs ??= clock.now()
    let done = false
    try {
      tasks.every()
      for (const sessionId of await this.#sessions.claimDue()) {
        await this.#sessions.follow(sessionId)
        this.#failingSinceMs = clock.now()
      }
      if (clock.now() >= this.#rereadAtMs) {
        this.#rereadAtMs = clock.now() + timings.rereadMs
        await tasks.reread()
      }
      done = true
      this.#outage.works()
    } catch (error) {
      this.#outage.failed(nameOf(error))
    }
    this.#failures = done ? 0 : this.#failures + 1
    if (done) this.#failingSinceMs = null
    if (this.#failures === FAILURES_MAX)
      this.#kernel.log.error({ code: 'claim-failing' }, 'following sessions fails repeatedly; not ready')
  }

  #again(tasks: PeriodicTasks): void {
    this.#after(this.#kernel.timings.tickMs, async () => {
      await this.tick(tasks)
      this.#again(tasks)
    })
  }

  #after(delayMs: number, work: () => Promise<void>): void {
    if (this.#stopped) return
    const cancel = this.#kernel.clock.after(delayMs, () => {
      this.#timers.delete(cancel)
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
        { reason: nameOf(error) },
        'following a session failed; the next tick follows it',
      )
    }
  }
}
