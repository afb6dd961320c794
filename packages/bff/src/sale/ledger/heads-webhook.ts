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

/** Heads kept while the receiver is away; later ones are dropped. */
const UNSENT_MAX = 100_000

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/** After a close, the time that is left for the last messages. */
const CLOSE_MS = 3_000

interface HeadsWebhookConfig {
  /** Makes one attempt. */
  readonly deliver: DeliveryHandler<SentEvent>
  /** Closes the connections. */
  readonly end: () => Promise<void>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Creates the sender of heads. */
export function createHeadsWebhook({ deliver, end, clock, random, log }: HeadsWebhookConfig): Heads {
  const closing = new AbortController()
  const cut = new AbortController()
  const alarm = createAlarm(clock)
  let unsent: string[] = []
  let sending: Promise<void> | null = null
  let failures = 0

  /** Makes one attempt; returns whether the receiver has the message. */
  const attempt = async (event: SentEvent): Promise<boolean> => {
    const result = await deliver(event, cut.signal)
    if (result.ok) failures = 0
    else {
      failures += 1
      if (failures === 1)
        log.error(
          { code: 'heads-unsent', reason: result.code },
          'the receiver of heads takes none; trying again',
        )
    }
    return result.ok
  }

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
      if (await attempt(event)) return true
      if (isLast) return false
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
      await alarm.pause(waitMs, closing.signal)
    }
  }

  const sendAll = async (): Promise<void> => {
    while (unsent.length > 0) {
      const heads = unsent.splice(0, BATCH_MAX)
      if (await sendMessage(heads)) continue
      const left = heads.length + unsent.length
      unsent = []
      log.error({ code: 'heads-lost', attempts: left }, 'heads were not delivered before the stop')
    }
  }
  const send = (): Promise<void> => (sending ??= sendAll().finally(() => (sending = null)))
  return {
    write(head) {
      if (unsent.length < UNSENT_MAX) unsent.push(lineOf(head).trimEnd())
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
