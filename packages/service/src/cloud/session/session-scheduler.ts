// Runs due work of sessions: the processor's answer after a card, and the deadlines of D-15. The store
// decides what is due, so a restart or another process continues the work.
import { createOutageLog } from '@tapboard/server'
import { Loop } from '@tapboard/store'
import type { Kernel } from '../../kernel.ts'
import type { SessionRepository } from './session-repository.ts'
import type { SessionRow } from '../../schema/schema.ts'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** Added to a timer, because it may fire slightly before the store's clock agrees. */
const SLACK_MS = 2

/** The sessions, with the processor that authorizes their cards. */
type FollowedSessions = Pick<SessionRepository, 'follow' | 'claimDue'>

interface PeriodicTasks {
  readonly every: () => void
  /** Runs once in each {@link import('../../ports.ts').Timings.rereadMs}. */
  readonly reread: () => Promise<void>
}

/** Runs due work of sessions periodically. */
export class SessionScheduler {
  readonly #kernel: Kernel
  readonly #sessions: FollowedSessions
  readonly #loop: Loop
  readonly #timers = new Set<() => void>()
  readonly #working = new Set<Promise<void>>()
  #tasks: PeriodicTasks | null = null
  #stopped = false
  #rereadAtMs = 0

  constructor(kernel: Kernel, sessions: FollowedSessions) {
    const { clock, log, timings } = kernel
    this.#kernel = kernel
    this.#sessions = sessions
    const outage = createOutageLog({
      name: 'sessions',
      failed: 'following sessions failed; retrying at the next tick',
      works: 'sessions are followed again',
      log,
      clock,
    })
    this.#loop = new Loop({
      work: (progress) => this.#work(progress),
      everyMs: timings.tickMs,
      clock,
      report: {
        works: () => outage.works(),
        failed: (_, error) => outage.failed(nameOf(error)),
        failing: () => log.error({ code: 'claim-failing' }, 'following sessions fails repeatedly; not ready'),
      },
    })
  }

  /** Runs the due work now and on every tick. */
  async start(tasks: PeriodicTasks): Promise<void> {
    const { clock, timings } = this.#kernel
    this.#rereadAtMs = clock.now() + timings.rereadMs
    this.#tasks = tasks
    await this.#loop.begin()
  }

  /** Cancels all timers and waits for running work. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
    await Promise.all([this.#loop.stop(), ...this.#working])
  }

  /** Whether following sessions fails repeatedly or a tick does not end. */
  failing(): boolean {
    return this.#loop.failing()
  }

  /** Schedules the processor's answer after a card was presented. */
  async cardPresented(row: SessionRow): Promise<void> {
    const { authorizeMs } = this.#kernel.timings
    if (authorizeMs === 0) await this.#sessions.follow(row.id)
    else this.#after(authorizeMs + SLACK_MS, async () => void (await this.#sessions.follow(row.id)))
  }

  /** Claims and follows all due sessions. An error is logged; the next tick retries. */
  async tick(tasks: PeriodicTasks): Promise<void> {
    this.#tasks = tasks
    await this.#loop.round()
  }

  async #work(progress: () => void): Promise<void> {
    const { clock, timings } = this.#kernel
    this.#tasks?.every()
    for (const sessionId of await this.#sessions.claimDue()) {
      await this.#sessions.follow(sessionId)
      progress()
    }
    if (clock.now() < this.#rereadAtMs) return
    this.#rereadAtMs = clock.now() + timings.rereadMs
    await this.#tasks?.reread()
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
