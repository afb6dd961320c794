// Event streams of open pages: a notice without content for each change of a session or terminal of the account. The
// page then reads what it shows, with all checks of its routes. A stream ends with its session.
import type { Kernel } from '../kernel.ts'
import { DEVICE_CHANNEL } from '../cloud/device/device-repository.ts'
import { SESSION_CHANNEL } from '../cloud/session/session-repository.ts'
import { ANSWER_HEADERS } from '../http/answer.ts'
import type { BrowserSessions, SignedIn } from './browser-sessions.ts'
import { refuseDashboard, type DashboardRefusal } from './refusal.ts'

/** Maximum number of streams of a process, and of one session of a browser. */
const STREAMS_MAX = 500
export const SESSION_STREAMS_MAX = 10

/** Interval of heartbeats; each one reads the session again. */
const HEARTBEAT_MS = 15_000

/** Unread bytes after which a page that does not read is disconnected. */
const BUFFER_BYTES = 16_384

/** The stream of one page. */
class Stream {
  readonly accountId: string
  readonly sessionHash: string
  readonly #controller: ReadableStreamDefaultController<Uint8Array>
  readonly #ended: (stream: Stream) => void
  readonly #encoder = new TextEncoder()
  #open = true
  #cancelBeat = (): void => {}

  constructor(
    { account, hash }: SignedIn,
    controller: ReadableStreamDefaultController<Uint8Array>,
    ended: (stream: Stream) => void,
  ) {
    this.accountId = account.id
    this.sessionHash = hash
    this.#controller = controller
    this.#ended = ended
  }

  /** Writes a text; a page that does not read is disconnected. */
  write(text: string): void {
    if (!this.#open) return
    if ((this.#controller.desiredSize ?? 0) <= 0) this.end()
    else this.#controller.enqueue(this.#encoder.encode(text))
  }

  /** Writes heartbeats, and ends the stream with its session. */
  beat(clock: Kernel['clock'], sessions: BrowserSessions): void {
    this.#cancelBeat = clock.after(HEARTBEAT_MS, () => {
      sessions.isOpen(this.sessionHash).then(
        (open) => {
          if (!open) return this.end()
          this.write(': \n\n')
          if (this.#open) this.beat(clock, sessions)
        },
        () => this.end(),
      )
    })
  }

  /** Ends the stream; `cancelled`: by its reader. */
  end(how: 'closed' | 'cancelled' = 'closed'): void {
    if (!this.#open) return
    this.#open = false
    this.#cancelBeat()
    this.#ended(this)
    if (how === 'closed') this.#controller.close()
  }
}

/** Open pages of this process. */
export interface ChangeStreams {
  /** Opens a stream for a page. */
  open(person: SignedIn, gone: AbortSignal): Response | DashboardRefusal
  /** Starts to listen to changes. */
  start(): Promise<void>
  /** Ends all streams and accepts no more. */
  stop(): Promise<void>
}

/** Opens the streams of a process. */
export function openChangeStreams(kernel: Kernel, sessions: BrowserSessions): ChangeStreams {
  const { store, clock } = kernel
  const live = new Set<Stream>()
  let stopped = false
  let unlisten: (() => Promise<void>)[] = []

  const tell = (accountId: string | null, what: 'transaction' | 'terminal'): void => {
    for (const stream of live)
      if (accountId === null || stream.accountId === accountId) stream.write(`event: ${what}\ndata:\n\n`)
  }

  /** The account of a device; streams get a notice only if it is theirs. */
  const accountOf = async (deviceId: string): Promise<string | null> => {
    const row = await store.db
      .selectFrom('service_device')
      .select('account_id')
      .where('id', '=', deviceId)
      .executeTakeFirst()
    return row?.account_id ?? null
  }

  const changed = (deviceId: string, what: 'transaction' | 'terminal'): void => {
    if (live.size === 0) return
    accountOf(deviceId).then(
      (accountId) => accountId !== null && tell(accountId, what),
      // The page also reads every few seconds.
      () => undefined,
    )
  }

  return {
    open(person, gone) {
      const own = [...live].filter(({ sessionHash }) => sessionHash === person.hash).length
      if (stopped || live.size >= STREAMS_MAX || own >= SESSION_STREAMS_MAX)
        return refuseDashboard('too-many', 'Too many pages of this dashboard are open. Close some of them.', {
          retryAfterS: 15,
        })
      let stream: Stream | null = null
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            stream = new Stream(person, controller, (ended) => live.delete(ended))
            live.add(stream)
            stream.write(': open\n\n')
            stream.beat(clock, sessions)
          },
          cancel: () => stream?.end('cancelled'),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
      )
      const leave = (): void => stream?.end()
      if (gone.aborted) leave()
      else gone.addEventListener('abort', leave, { once: true })
      return new Response(body, {
        headers: { ...ANSWER_HEADERS, 'content-type': 'text/event-stream; charset=utf-8' },
      })
    },
    async start() {
      unlisten = [
        await store.listen(SESSION_CHANNEL, (wakeup) => {
          if (wakeup.type === 'resync') tell(null, 'transaction')
          else changed(wakeup.payload.split(' ')[1] ?? '', 'transaction')
        }),
        await store.listen(DEVICE_CHANNEL, (wakeup) => {
          if (wakeup.type === 'resync') tell(null, 'terminal')
          else changed(wakeup.payload, 'terminal')
        }),
      ]
    },
    async stop() {
      stopped = true
      for (const stream of live) stream.end()
      for (const one of unlisten) await one()
      unlisten = []
    },
  }
}
