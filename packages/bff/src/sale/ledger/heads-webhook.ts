// Sends the heads of the ledger to a receiver outside of the database, as signed webhooks. One message at a time; the heads that are
// written meanwhile share the next one. A sale waits for none of it.
import { randomId } from '@tapboard/server'
import { createAlarm, type DeliveryHandler } from '@tapboard/store'
import type { SentEvent } from '../../durable/outbox/delivery-handlers.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import { lineOf, type Heads } from './heads.ts'

const TYPE = 'ledger.heads'

/** Heads of one message: 55 KB. */
const BATCH_MAX = 500

/** Heads that wait while the receiver is away; later ones are dropped. */
export const UNSENT_MAX = 100_000

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/** After a close, the time that is left for the last messages. */
const CLOSE_MS = 3_000

interface HeadsWebhookConfig {
  readonly deliver: DeliveryHandler<SentEvent>
  /** Closes the connections to the receiver. */
  readonly end: () => Promise<void>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Attempts at messages, and the wait after those that failed one after the other. */
function createAttempts({ deliver, log }: Pick<HeadsWebhookConfig, 'deliver' | 'log'>, signal: AbortSignal) {
  let failures = 0
  return {
    /** Makes one attempt; returns whether the receiver has the message. */
    async make(event: SentEvent): Promise<boolean> {
      const result = await deliver(event, signal)
      failures = result.ok ? 0 : failures + 1
      if (!result.ok && failures === 1)
        log.error(
          { code: 'heads-unsent', reason: result.code },
          'the receiver of heads takes none; trying again',
        )
      return result.ok
    },
    waitMs: (): number => Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS),
  }
}

/** Creates the sender of heads. */
export function createHeadsWebhook({ deliver, end, clock, random, log }: HeadsWebhookConfig): Heads {
  const closing = new AbortController()
  const cut = new AbortController()
  const alarm = createAlarm(clock)
  const attempts = createAttempts({ deliver, log }, cut.signal)
  let unsent: string[] = []
  let sending: Promise<void> | null = null
  let dropped = 0

  /** Sends one message until the receiver has it; `false`: this process stops before. */
  const sendMessage = async (heads: readonly string[]): Promise<boolean> => {
    // The same ID in each attempt, so that the receiver can drop a repeat.
    const event = {
      eventId: `heads_${randomId(random)}`,
      type: TYPE,
      body: JSON.stringify({ type: TYPE, heads }),
    }
    for (;;) {
      const isLast = closing.signal.aborted
      if (await attempts.make(event)) return true
      if (isLast) return false
      await alarm.pause(attempts.waitMs(), closing.signal)
    }
  }

  const sendAll = async (): Promise<void> => {
    try {
      while (unsent.length > 0) {
        const heads = unsent.splice(0, BATCH_MAX)
        if (await sendMessage(heads)) continue
        const left = heads.length + unsent.length + dropped
        unsent = []
        log.error({ code: 'heads-lost', heads: left }, 'heads were not delivered before the stop')
      }
    } finally {
      // Together with the last look at `unsent`: a head that is written later begins a new message.
      sending = null
    }
  }
  const send = (): Promise<void> | null => {
    if (unsent.length > 0) sending ??= sendAll()
    return sending
  }
  const drop = (): void => {
    dropped += 1
    if (dropped === 1)
      log.error(
        { code: 'heads-dropped' },
        'too many heads wait for their receiver; the next ones are dropped',
      )
  }
  return {
    write(head) {
      if (unsent.length < UNSENT_MAX) unsent.push(lineOf(head).trimEnd())
      else drop()
      void send()
    },
    async close() {
      closing.abort()
      const cancel = clock.after(CLOSE_MS, () => cut.abort())
      await send()
      cancel()
      await end()
    },
  }
}
