/**
 * The limits of a wake-up and the handing over to its listeners, the same on both engines.
 */
import { utf8 } from './crypto/crypto.ts'
import { StoreError } from './errors.ts'
import type { StoreLog, Wakeup, WakeupHandler } from './store.ts'

const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/
/** PostgreSQL refuses 8,000 bytes and more; half of it leaves room for any cluster's own limit. */
const PAYLOAD_BYTES_MAX = 4000

/** Throws `notice-invalid` for a name that is no channel. */
export function checkChannel(channel: string): void {
  if (!CHANNEL.test(channel))
    throw new StoreError(
      'notice-invalid',
      'A channel is named with 1 to 63 of a-z, 0-9 and _, beginning with a letter.',
    )
}

/** Throws `notice-invalid` for a payload that is too long. */
export function checkPayload(payload: string): void {
  if (utf8(payload).length > PAYLOAD_BYTES_MAX)
    throw new StoreError(
      'notice-invalid',
      `A notice carries at most ${PAYLOAD_BYTES_MAX} bytes; send an id and read the row.`,
    )
}

interface Entry {
  readonly handler: WakeupHandler
  readonly log: StoreLog | undefined
}

/** Who listens to what. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Entry>>()

  /** Every channel somebody hears. */
  channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  /** Adds a handler; the answer takes it away again and says whether the channel is now unheard. */
  add(channel: string, handler: WakeupHandler, log: StoreLog | undefined): () => boolean {
    const entry: Entry = { handler, log }
    const entries = this.#byChannel.get(channel) ?? new Set<Entry>()
    this.#byChannel.set(channel, entries.add(entry))
    return () => {
      if (!entries.delete(entry) || entries.size > 0) return false
      return this.#byChannel.delete(channel)
    }
  }

  /** Gives a wake-up to everybody on a channel; a handler that throws harms no other. */
  tell(channel: string, wakeup: Wakeup): void {
    for (const { handler, log } of this.#byChannel.get(channel) ?? [])
      try {
        handler(wakeup)
      } catch (error) {
        log?.warn({ channel, error }, 'a listener of the store threw')
      }
  }
}
