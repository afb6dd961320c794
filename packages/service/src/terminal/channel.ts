// A terminal's channel: the hello, then messages in order, each applied to the committed session. The screen derives from the row
// alone, so a reconnected channel or another process shows the same. WebSockets and scripted terminals use the same `Link`.
import { formatDecimal, FromTerminal, HEARTBEAT_SECONDS, readJson, type ToTerminal } from '@tapboard/contract'
import type { Span } from '@tapboard/server'
import type { SessionRepository } from '../cloud/session/session-repository.ts'
import { isFinal, type SessionEvent } from '../cloud/session/machine.ts'
import type { SessionRow } from '../schema/schema.ts'
import type { Kernel } from '../kernel.ts'
import type { Pairing } from './pairing.ts'
import { tracedMessage } from './traced-message.ts'

/** Transport to a terminal: a WebSocket, or a scripted terminal in this process. */
export interface Link {
  /** Sends one text frame; false if the terminal is unreachable. */
  send(text: string): boolean
  /** Ends the connection with a WebSocket close code. */
  close(code: number, reason: string): void
  /** Address of the terminal. Wrong pairing codes are limited per address; without one they are not. */
  readonly address?: string | null
}

/** Queue length of a channel; a terminal sends a handful of messages per sale. */
const WAITING_MAX = 32

export interface ChannelDeps {
  readonly kernel: Kernel
  readonly pairing: Pairing
  readonly sessions: SessionRepository
  /** Called when the terminal is authenticated; the channel is then the device's current channel. */
  readonly opened: (channel: Channel, deviceId: string) => void
  /** Called when the channel has ended. */
  readonly ended: (channel: Channel) => void
  /** Called when a card was presented, so that the processor's answer is scheduled. */
  readonly cardPresented: (row: SessionRow) => Promise<void>
}

type RefusedCode = Extract<ToTerminal, { type: 'refused' }>['code']

const REFUSALS: Readonly<Record<RefusedCode, string>> = {
  wrong_code:
    'The pairing code is wrong, used or expired, or the serial number is not registered. Check both, or ask for a new code.',
  too_many_tries: 'Too many wrong pairing codes came from this network. Wait 15 minutes, then try again.',
  wrong_key: 'This terminal is no longer paired. Pair it again with a new code.',
  replaced: 'Another terminal connected with this serial number.',
  removed: 'This terminal was removed from the account.',
  bad_message: 'The message was not understood.',
}

const CARD_REFUSED = 'Only credit cards are accepted here. Please present a credit card.'

/** Screen of a live session. */
type ScreenStep = 'prompt' | 'authorizing' | 'authorization'

/** The last screen sent to a terminal. */
interface Screen {
  readonly sessionId: string
  readonly step: ScreenStep
}

/** A session as the channel last saw it. */
type SeenSession = Pick<SessionRow, 'id' | 'version'>

/** Screen that a live session requires. */
const stepOf = (row: SessionRow): ScreenStep =>
  row.resultStatus !== null ? 'authorization' : row.cardBrand !== null ? 'authorizing' : 'prompt'

/** Creates the message for the current screen; `promptMs` is the full duration of a prompt. */
function showMessage(row: SessionRow, nowMs: number, promptMs: number): ToTerminal {
  const step = stepOf(row)
  if (step === 'authorizing') return { type: 'authorizing', sessionId: row.id }
  if (step === 'authorization')
    return {
      type: 'authorization',
      sessionId: row.id,
      status: row.resultStatus ?? 'error',
      message: row.message ?? '',
      approvalCode: row.approvalCode,
    }
  const untilMs = Math.min(row.cardByMs ?? nowMs + promptMs, row.deadlineMs)
  return {
    type: 'prompt',
    sessionId: row.id,
    command: row.command,
    ...(row.creditLastFour === null ? {} : { saleCardLastFour: row.creditLastFour }),
    amount: formatDecimal(row.amountMinor, row.currency),
    currency: row.currency,
    remainingMs: Math.max(untilMs - nowMs, 0),
  }
}

const REASONS = {
  COMPLETED: 'completed',
  TIMEOUT: 'timeout',
  ERROR: 'error',
  USER_CANCELLED: 'user_cancelled',
  API_CANCELLED: 'api_cancelled',
} as const

/** Creates the end message of a final session; `null` while it is live. */
function endMessage(row: SessionRow): ToTerminal | null {
  const { status } = row
  if (status === 'INITIATING' || status === 'IN_PROGRESS' || !isFinal(status)) return null
  return { type: 'end', sessionId: row.id, reason: REASONS[status] }
}

/** A connection of one terminal. */
export class Channel {
  /** ID of the connection; the device's row stores the current one. */
  readonly id: string
  /** Time of the connection, for the hello timeout. */
  readonly openedAtMs: number
  readonly #deps: ChannelDeps
  readonly #link: Link
  #deviceId: string | null = null
  #lastSeenMs: number
  #screen: Screen | null = null
  #seen: SeenSession | null = null
  #closed = false
  #waiting = 0
  #nextSync: Promise<void> | null = null
  #work: Promise<void> = Promise.resolve()

  constructor(id: string, link: Link, deps: ChannelDeps) {
    this.id = id
    this.#link = link
    this.#deps = deps
    this.openedAtMs = deps.kernel.clock.now()
    this.#lastSeenMs = this.openedAtMs
  }

  /** The authenticated device, or `null` before the hello. */
  get deviceId(): string | null {
    return this.#deviceId
  }

  /** Time of the terminal's last message, for the heartbeat timeout. */
  get lastSeenMs(): number {
    return this.#lastSeenMs
  }

  /** ID of the session on the screen, if any. */
  get shownSessionId(): string | null {
    return this.#screen?.sessionId ?? null
  }

  /** Whether the connection is open. */
  get open(): boolean {
    return !this.#closed
  }

  /** Handles one text frame from the terminal. */
  receive(text: string): void {
    if (this.#closed) return
    this.#lastSeenMs = this.#deps.kernel.clock.now()
    void this.#enqueue(() => this.#message(text))
  }

  /** Handles the end of the connection. Queued work runs first, so that the lease is released last. */
  gone(): void {
    if (this.#closed) return
    this.#closed = true
    this.#deps.ended(this)
    const deviceId = this.#deviceId
    if (deviceId !== null) void this.#enqueue(() => this.#deps.pairing.release(deviceId, this.id))
  }

  close(code: number, reason: string): void {
    this.#link.close(code, reason)
    this.gone()
  }

  /** Sends the reason and closes the connection. */
  refuse(code: RefusedCode, message = REFUSALS[code]): void {
    if (this.#closed) return
    this.#send({ type: 'refused', code, message })
    this.close(4000, code)
  }

  /** Updates the screen from the committed rows; false if the terminal is unreachable. */
  async sync(): Promise<boolean> {
    // A queued update that has not started reads the newest row as well.
    this.#nextSync ??= this.#enqueue(() => {
      this.#nextSync = null
      return this.#sync()
    })
    await this.#nextSync
    return !this.#closed
  }

  /** Updates the screen after a notice, unless it shows this version of the session already; 0: the version is unknown. */
  noticed(sessionId: string, version: number): void {
    const isSeen = this.#seen?.id === sessionId && this.#seen.version >= version
    if (version === 0 || !isSeen) void this.sync()
  }

  /** Closes the channel if another channel replaced it or the device was removed. */
  check(): void {
    void this.#enqueue(async () => {
      const deviceId = this.#deviceId
      if (deviceId === null || this.#closed) return
      const ownership = await this.#deps.pairing.ownershipOf(deviceId, this.id)
      if (ownership !== 'ours') this.refuse(ownership)
    })
  }

  /** Resolves when the queued work is done. */
  settled(): Promise<void> {
    return this.#work
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    if (this.#waiting >= WAITING_MAX && !this.#closed) this.close(1008, 'too many messages')
    this.#waiting += 1
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#deps.kernel.log.error(
        { reason: error instanceof Error ? error.name : 'unknown', deviceId: this.#deviceId ?? '' },
        'a terminal channel failed',
      )
      this.close(1011, 'try again')
    })
    this.#work = this.#work.then(() => {
      this.#waiting -= 1
    })
    return this.#work
  }

  #send(message: ToTerminal): void {
    if (!this.#closed && !this.#link.send(JSON.stringify(message))) this.close(1006, 'unreachable')
  }

  async #message(text: string): Promise<void> {
    if (this.#closed) return
    const json = readJson(text)
    const read = json.ok ? FromTerminal.safeParse(json.value) : null
    if (!read?.success) return this.refuse('bad_message')
    const message = read.data
    await tracedMessage(this.#deps.kernel, message, this.#deviceId, (span) => this.#answer(message, span))
  }

  async #answer(message: FromTerminal, span: Span | null): Promise<void> {
    if (this.#deviceId === null) {
      if (message.type === 'hello') return this.#authenticate(message)
      return this.refuse('bad_message', 'The first message must be hello.')
    }
    switch (message.type) {
      case 'hello':
        return this.refuse('bad_message', 'hello may be sent only once.')
      case 'heartbeat':
        return this.#heartbeat(this.#deviceId)
      case 'prompt_shown':
        return this.#apply(message.sessionId, { type: 'prompt_shown' }, span)
      case 'card_presented': {
        const { kind, ...card } = message.card
        if (kind !== 'credit') return this.#refuseCard(message.sessionId)
        return this.#apply(message.sessionId, { type: 'card_presented', card }, span)
      }
      case 'cancelled':
        return this.#apply(message.sessionId, { type: 'terminal_cancelled' }, span)
      case 'result_shown':
        return this.#apply(message.sessionId, { type: 'result_shown' }, span)
    }
  }

  async #authenticate(hello: Extract<FromTerminal, { type: 'hello' }>): Promise<void> {
    const { pairing, opened, kernel, sessions } = this.#deps
    const result = await pairing.authenticate(hello, this.#link.address ?? null)
    if (result.type !== 'known') return this.refuse(result.type)
    const { device, merchant, terminalKey, keyHash } = result
    if (this.#closed) return
    if (!(await pairing.claim(device.id, this.id, keyHash))) {
      const ownership = await pairing.ownershipOf(device.id, this.id)
      return this.refuse(ownership === 'removed' ? 'removed' : 'wrong_key')
    }
    this.#deviceId = device.id
    // The connection ended during `claim`; release the lease here.
    if (this.#closed) return pairing.release(device.id, this.id)
    opened(this, device.id)
    this.#send({
      type: 'welcome',
      deviceId: device.id,
      name: device.name,
      make: device.make,
      merchant,
      ...(terminalKey === null ? {} : { terminalKey }),
      heartbeatSeconds: HEARTBEAT_SECONDS,
    })
    await this.#sync()
    if (this.#screen !== null) return
    // The terminal may still show a prompt of a session that ended in the meantime.
    const newest = await sessions.newestOf(device.id)
    const recent = newest !== null && newest.createdAtMs > kernel.clock.now() - 2 * kernel.timings.sessionMs
    const end = recent ? endMessage(newest) : null
    if (end !== null) this.#send(end)
  }

  async #heartbeat(deviceId: string): Promise<void> {
    if (await this.#deps.pairing.renew(deviceId, this.id)) return this.#send({ type: 'heartbeat_seen' })
    const ownership = await this.#deps.pairing.ownershipOf(deviceId, this.id)
    this.refuse(ownership === 'removed' ? 'removed' : 'replaced')
  }

  /** The prompt stays for another card. If the session has ended, the terminal gets its end. */
  async #refuseCard(sessionId: string): Promise<void> {
    const row = await this.#deps.sessions.read(sessionId)
    if (row === null || row.deviceId !== this.#deviceId) return
    this.#send(endMessage(row) ?? { type: 'card_refused', sessionId, message: CARD_REFUSED })
  }

  /** Applies an event to a session of this terminal's device; ignores other sessions. */
  async #apply(sessionId: string, event: SessionEvent, span: Span | null): Promise<void> {
    const { sessions, cardPresented } = this.#deps
    if (this.#deviceId === null) return
    const applied = await sessions.apply(sessionId, event, this.#deviceId)
    if (applied === null) return
    const { row, moved } = applied
    span?.set({ 'tapboard.session.id': row.id })
    if (!moved) await this.#sync()
    else if (event.type === 'card_presented' && !isFinal(row.status)) {
      await this.#sync(row)
      await cardPresented(row)
      await this.#sync()
    } else await this.#sync(row)
    const end = moved ? null : endMessage(row)
    if (end !== null) this.#send(end)
  }

  /** Shows the live session of the device, or the end of the one that was shown. `changed`: the one that this process just changed. */
  async #sync(changed: SessionRow | null = null): Promise<void> {
    const { sessions, kernel } = this.#deps
    if (this.#deviceId === null || this.#closed) return
    const live = await this.#liveOf(this.#deviceId, changed)
    const shown = this.#screen
    if (shown !== null && shown.sessionId !== live?.id) {
      const ended = shown.sessionId === changed?.id ? changed : await sessions.read(shown.sessionId)
      const end = ended === null ? null : endMessage(ended)
      this.#screen = null
      if (end !== null) this.#send(end)
    }
    if (live === null) return
    const step = stepOf(live)
    if (this.#screen?.sessionId === live.id && this.#screen.step === step) return
    this.#screen = { sessionId: live.id, step }
    this.#send(showMessage(live, await kernel.store.now(), kernel.timings.promptMs))
  }

  /** The live session of the device. A session that has just ended has no successor: its begin leads to another update. */
  async #liveOf(deviceId: string, changed: SessionRow | null): Promise<SessionRow | null> {
    if (changed !== null) this.#seen = changed
    if (changed !== null) return isFinal(changed.status) ? null : changed
    const live = await this.#deps.sessions.liveOf(deviceId)
    if (live !== null) this.#seen = live
    return live
  }
}
