// Opens the places outside of the database that keep the heads of the ledger: a file, a receiver of webhooks, or both.
import { openHeadsFile } from '#runtime'
import type { Clock, Log, Random } from '../ports.ts'
import { createHeadsWebhook } from '../sale/ledger/heads-webhook.ts'
import type { Heads } from '../sale/ledger/heads.ts'
import type { BffConfig } from './config.ts'
import type { Outbound } from './runtime/runtime.ts'

interface HeadsDeps {
  readonly outbound: Outbound
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Opens the configured places; `null` without any. Rejects if the file cannot be appended to. */
export async function openHeads(
  { headsFile, headsWebhook }: Pick<BffConfig, 'headsFile' | 'headsWebhook'>,
  { outbound, clock, random, log }: HeadsDeps,
): Promise<Heads | null> {
  const places: Heads[] = headsFile === null ? [] : [await openHeadsFile(headsFile, log)]
  if (headsWebhook !== null) {
    const webhooks = outbound.webhooks(clock)
    const deliver = webhooks.to(headsWebhook)
    places.push(createHeadsWebhook({ deliver, end: () => webhooks.close(), clock, random, log }))
  }
  if (places.length === 0) return null
  return {
    write: (head) => places.forEach((place) => place.write(head)),
    async close() {
      await Promise.all(places.map((place) => place.close()))
    },
  }
}
