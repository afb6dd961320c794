/** Validates notices and dispatches them to listeners, identically on both engines. */
import { sql, type Kysely } from 'kysely'
import type { SchemaDialect } from './columns.ts'
import { utf8 } from './crypto/crypto.ts'
import { StoreError } from './errors.ts'
import type { StoreLog, Wakeup, WakeupHandler } from './shared-types.ts'

const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/
/** PostgreSQL rejects 8,000 bytes and more; half of that allows for stricter clusters. */
const PAYLOAD_BYTES_MAX = 4000

/** Throws `notice-invalid` for an invalid channel name. */
export function checkChannel(channel: string): void {
  if (!CHANNEL.test(channel))
    throw new StoreError(
      'notice-invalid',
      'A channel name has 1 to 63 characters of a-z, 0-9 and _, and begins with a letter.',
    )
}

/** Throws `notice-invalid` for a payload above the size limit. */
export function checkPayload(payload: string): void {
  if (utf8(payload).length > PAYLOAD_BYTES_MAX)
    throw new StoreError(
      'notice-invalid',
      `A notice carries at most ${PAYLOAD_BYTES_MAX} bytes; send an id and read the row.`,
    )
}

/** Creates the table of notices that are polled; its rows are removed after a minute. */
export async function createNoticeTable(
  db: Kysely<unknown>,
  { text, integer }: SchemaDialect,
): Promise<void> {
  await sql`create table if not exists tapboard_notice (
    sender ${text} not null, number ${integer} not null, channel ${text} not null, payload ${text} not null,
    at_ms ${integer} not null, primary key (sender, number))`.execute(db)
  await sql`create index if not exists tapboard_notice_at on tapboard_notice (at_ms)`.execute(db)
}

interface Entry {
  readonly handler: WakeupHandler
  readonly log: StoreLog | undefined
}

export class Listeners {
  readonly #byChannel = new Map<string, Set<Entry>>()

  /** Channels that have at least one listener. */
  channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  /** Adds a handler. The result removes it and returns whether the channel has no listener left. */
  add(channel: string, handler: WakeupHandler, log: StoreLog | undefined): () => boolean {
    const entry: Entry = { handler, log }
    const entries = this.#byChannel.get(channel) ?? new Set<Entry>()
    this.#byChannel.set(channel, entries.add(entry))
    return () => {
      if (!entries.delete(entry) || entries.size > 0) return false
      return this.#byChannel.delete(channel)
    }
  }

  /** Dispatches a wake-up to the listeners of a channel; an exception of one listener does not affect the others. */
  dispatch(channel: string, wakeup: Wakeup): void {
    for (const { handler, log } of this.#byChannel.get(channel) ?? [])
      try {
        handler(wakeup)
      } catch (error) {
        log?.warn({ channel, error }, 'a listener of the store threw')
      }
  }
}
