/**
 * How notices travel through PostgreSQL: by `listen` and `pg_notify`, or as rows of a table that every process polls, for an engine
 * or a pooler without `listen`. Both use the one connection that `postgres-notices.ts` opens for them.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { codeOf, unavailable } from '../errors.ts'
import type { PendingNotice } from '../scope.ts'
import { retried } from './postgres-retry.ts'

export type Receive = (notice: PendingNotice) => void

/** A way of the notices of one process. Every method rejects with the error of the connection. */
export interface NoticeTransport {
  /** Begins to receive on a new connection; `lost` gets a later fault of the connection. */
  begin(client: pg.Client, channels: readonly string[], lost: () => void): Promise<void>
  listen(client: pg.Client, channel: string): Promise<void>
  unlisten(client: pg.Client, channel: string): Promise<void>
  send(client: pg.Client, notices: readonly PendingNotice[]): Promise<void>
  /** Stops; called when the connection is lost or closed. */
  end(): void
}

/** The commit of this statement waits for neither disk nor replica: it holds the lock, and a notice needs no durability. */
const SEND = `select pg_notify(channel, payload), set_config('synchronous_commit', 'off', true)
  from unnest($1::text[], $2::text[]) as notice (channel, payload)`

/** SQLSTATE of an engine that does not know `listen`: not supported, or a fault of the syntax. */
const WITHOUT_LISTEN = /^(0A000|42601)$/

async function listenTo(client: pg.Client, channel: string): Promise<void> {
  try {
    await retried(() => client.query(`listen ${channel}`))
  } catch (error) {
    if (!WITHOUT_LISTEN.test(codeOf(error) ?? '')) throw error
    throw unavailable(
      'The database has no LISTEN: add notices=poll to the store URL, and notices travel as rows of a table.',
      error,
    )
  }
}

/** Notices by `listen` and `pg_notify`. */
export const listenTransport = (receive: Receive): NoticeTransport => ({
  async begin(client, channels) {
    client.on('notification', ({ channel, payload }) => receive({ channel, payload: payload ?? '' }))
    for (const channel of channels) await listenTo(client, channel)
  },
  listen: listenTo,
  async unlisten(client, channel) {
    await client.query(`unlisten ${channel}`)
  },
  async send(client, notices) {
    const values = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)]
    await retried(() => client.query(SEND, values))
  },
  end() {},
})

/** Interval between two reads: the longest delay of a notice, apart from the statement. */
const POLL_MS = 250
/**
 * Each read goes back this far, because a row becomes visible after its time was taken, and because the clocks of two servers of an
 * engine may differ.
 */
const OVERLAP_MS = 1_000
/** Longest time that a row is kept. A process that was away for longer reads its own rows anyway (`resync`). */
const KEPT_MS = 60_000
const REMOVE_EVERY_MS = 15_000

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

interface NoticeRow extends PendingNotice {
  readonly sender: string
  readonly number: number
  readonly at_ms: number
  readonly now_ms: number
}

/** Notices as rows, which each process reads every {@link POLL_MS}. Those of this process are received at once. */
export class PollTransport implements NoticeTransport {
  readonly #receive: Receive
  readonly #sender = randomUUID()
  /** The last number of each sender that was received, with its time. */
  readonly #seen = new Map<string, { readonly number: number; readonly atMs: number }>()
  #number = 0
  #sinceMs = 0
  /** The connection that is read; `undefined` after its end. */
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #removeAtMs = 0

  constructor(receive: Receive) {
    this.#receive = receive
  }

  async begin(client: pg.Client, _channels: readonly string[], lost: () => void): Promise<void> {
    const { rows } = await retried(() => client.query<{ now_ms: number }>(`select ${NOW} as now_ms`))
    this.#sinceMs = rows[0]?.now_ms ?? 0
    this.#client = client
    const poll = (): void => {
      if (this.#client === client)
        this.#timer = setTimeout(() => void this.#read(client).then(poll, lost), POLL_MS)
    }
    poll()
  }

  // Does nothing, because it reads every channel anyway.
  async listen(): Promise<void> {}
  async unlisten(): Promise<void> {}

  async send(client: pg.Client, notices: readonly PendingNotice[]): Promise<void> {
    const numbered = notices.map((notice) => ({
      ...notice,
      number: (this.#number += 1),
    }))
    const rows = numbered.map(
      (_, index) => `($1, $${3 * index + 2}, $${3 * index + 3}, $${3 * index + 4}, ${NOW})`,
    )
    const values = numbered.flatMap(({ number, channel, payload }) => [number, channel, payload])
    // The same numbers in a repeat: nothing is written twice.
    const text = `insert into tapboard_notice (sender, number, channel, payload, at_ms)
      values ${rows.join(', ')} on conflict do nothing`
    await retried(() => client.query(text, [this.#sender, ...values]))
    for (const notice of notices) this.#receive(notice)
  }

  end(): void {
    this.#client = undefined
    clearTimeout(this.#timer)
  }

  async #read(client: pg.Client): Promise<void> {
    const text = `select sender, number, channel, payload, at_ms, ${NOW} as now_ms from tapboard_notice
      where at_ms > $1 order by sender, number`
    const fromMs = this.#sinceMs - OVERLAP_MS
    const { rows } = await retried(() => client.query<NoticeRow>(text, [fromMs]))
    for (const { sender, number, channel, payload, at_ms: atMs, now_ms: nowMs } of rows) {
      // A server whose clock is ahead must not hide the notices of the others.
      this.#sinceMs = Math.max(this.#sinceMs, Math.min(atMs, nowMs))
      if (sender === this.#sender || number <= (this.#seen.get(sender)?.number ?? 0)) continue
      this.#seen.set(sender, { number, atMs })
      this.#receive({ channel, payload })
    }
    await this.#removeOld(client)
  }

  /** Removes rows that every process has read, and what is known of their senders. */
  async #removeOld(client: pg.Client): Promise<void> {
    if (performance.now() < this.#removeAtMs) return
    await retried(() => client.query(`delete from tapboard_notice where at_ms < ${NOW} - ${KEPT_MS}`))
    this.#removeAtMs = performance.now() + REMOVE_EVERY_MS
    for (const [sender, { atMs }] of this.#seen) if (atMs < this.#sinceMs - KEPT_MS) this.#seen.delete(sender)
  }
}
