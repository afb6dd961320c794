// One terminal's channel: its hello, then its messages one after the other, each judged against the committed session.
// What it shows follows the row (`view.ts`). Sockets and scripted terminals come in through the same `Link`.
import { FromTerminal, HEARTBEAT_SECONDS, readJson, type ToTerminal } from '@tapboard/contract'
import type { SessionLedger } from '../cloud/session/ledger.ts'
import { isFinal, type SessionEvent } from '../cloud/session/machine.ts'
import type { SessionRow } from '../cloud/session/row.ts'
import type { Kernel } from '../ports.ts'
import type { Pairing } from './pairing.ts'
import { endMessage, showMessage, stepOf, type View } from './view.ts'

/** The way to one terminal: a WebSocket, or a scripted terminal in this process. */
export interface Link {
  /** Sends one text frame; false if the terminal cannot be reached any more. */
  send(text: string): boolean
  /** Ends the connection with a WebSocket close code. */
  close(code: number, reason: string): void
}

/** Messages that may wait on one channel; a terminal says a handful per sale. */
const WAITING_MAX = 32

/** What the hub lends its channels. */
export interface ChannelParts {
  readonly kernel: Kernel
  readonly pairing: Pairing
  readonly sessions: SessionLedger
  /** The terminal is who it says; the channel is the device's from now on. */
  readonly opened: (channel: Channel, deviceId: string) => void
  /** The channel is over. */
  readonly ended: (channel: Channel) => void
  /** A card was presented: the processor's answer is due soon. */
  readonly cardPresented: (row: SessionRow) => Promise<void>
}

type RefusedCode = Extract<ToTerminal, { type: 'refused' }>['code']

const REFUSALS: Readonly<Record<RefusedCode, string>> = {
  not_registered: 'This terminal is not registered. Register its serial number first.',
  wrong_code: 'The pairing code is wrong, used or expired. Ask for a new one.',
  wrong_key: 'This terminal is no longer paired. Pair it again with a new code.',
  replaced: 'Another terminal connected with this serial number.',
  removed: 'This terminal was removed from the account.',
  bad_message: 'The message was not understood.',
}

const CARD_REFUSED = 'Only credit cards are accepted here. Please present a credit card.'

/** One connection of a terminal. */
export class Channel {
  /** Names the connection; the device's row says which one counts. */
  readonly id: string
  /** When it was opened, for those that never say hello. */
  readonly openedAtMs: number
  readonly #parts: ChannelParts
  readonly #link: Link
  #deviceId: string | null = null
  #lastSeenMs: number
  #view: View | null = null
  #closed = false
  #waiting = 0
  #nextSync: Promise<void> | null = null
  #work: Promise<void> = Promise.resolve()

  constructor(id: string, link: Link, parts: ChannelParts) {
    this.id = id
    this.#link = link
    this.#parts = parts
    this.openedAtMs = parts.kernel.clock.now()
    this.#lastSeenMs = this.openedAtMs
  }

  /** The device behind it, once greeted. */
  get deviceId(): string | null {
    return this.#deviceId
  }

  /** When the terminal last said anything (D-04). */
  get lastSeenMs(): number {
    return this.#lastSeenMs
  }

  /** The session it shows, if any. */
  get shows(): string | null {
    return this.#view?.sessionId ?? null
  }

  /** Is it still open? */
  get open(): boolean {
    return !this.#closed
  }

  /** One text frame from the terminal. */
  receive(text: string): void {
    if (this.#closed) return
    this.#lastSeenMs = this.#parts.kernel.clock.now()
    void this.#inTurn(() => this.#message(text))
  }

  /** The connection is gone. Work in hand is finished first, so that the lease is let go last. */
  gone(): void {
    if (this.#closed) return
    this.#closed = true
    this.#parts.ended(this)
    const deviceId = this.#deviceId
    if (deviceId !== null) void this.#inTurn(() => this.#parts.pairing.release(deviceId, this.id))
  }

  /** Ends the connection from our side. */
  close(code: number, reason: string): void {
    this.#link.close(code, reason)
    this.gone()
  }

  /** Tells the terminal why it is not wanted, and ends. */
  refuse(code: RefusedCode, message = REFUSALS[code]): void {
    if (this.#closed) return
    this.#send({ type: 'refused', code, message })
    this.close(4000, code)
  }

  /** Brings what the terminal shows up to the committed rows; false if it cannot be reached. */
  async sync(): Promise<boolean> {
    // One that has not begun yet will see the newest row as well.
    this.#nextSync ??= this.#inTurn(() => {
      this.#nextSync = null
      return this.#sync()
    })
    await this.#nextSync
    return !this.#closed
  }

  /** Ends if another channel took over or the device was removed. */
  check(): void {
    void this.#inTurn(async () => {
      const deviceId = this.#deviceId
      if (deviceId === null || this.#closed) return
      const standing = await this.#parts.pairing.standing(deviceId, this.id)
      if (standing !== 'ours') this.refuse(standing)
    })
  }

  /** Resolves when everything in hand is done. */
  settled(): Promise<void> {
    return this.#work
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#waiting >= WAITING_MAX && !this.#closed) this.close(1008, 'too many messages')
    this.#waiting += 1
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#parts.kernel.log.error(
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
    if (this.#deviceId === null) {
      if (message.type === 'hello') return this.#greet(message)
      return this.refuse('bad_message', 'The first message must be hello.')
    }
    switch (message.type) {
      case 'hello':
        return this.refuse('bad_message', 'hello is said once.')
      case 'heartbeat':
        return this.#beat(this.#deviceId)
      case 'prompt_shown':
        return this.#apply(message.sessionId, { type: 'prompt_shown' })
      case 'card_presented': {
        const { kind, ...card } = message.card
        if (kind !== 'credit') return this.#refuseCard(message.sessionId)
        return this.#apply(message.sessionId, { type: 'card_presented', card })
      }
      case 'cancelled':
        return this.#apply(message.sessionId, { type: 'terminal_cancelled' })
      case 'result_shown':
        return this.#apply(message.sessionId, { type: 'result_shown' })
    }
  }

  async #greet(hello: Extract<FromTerminal, { type: 'hello' }>): Promise<void> {
    const { pairing, opened, kernel, sessions } = this.#parts
    const met = await pairing.greet(hello)
    if (met.type !== 'known') return this.refuse(met.type)
    const { device, merchant, terminalKey } = met
    if (this.#closed) return
    if (!(await pairing.take(device.id, this.id))) return this.refuse('removed')
    this.#deviceId = device.id
    // Gone while we asked: nobody else will let the lease go.
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
    if (this.#view !== null) return
    // It may still show a prompt that ended while it was away.
    const newest = await sessions.newestOf(device.id)
    const recent = newest !== null && newest.created_at_ms > kernel.clock.now() - 2 * kernel.timings.sessionMs
    const end = recent ? endMessage(newest) : null
    if (end !== null) this.#send(end)
  }

  async #beat(deviceId: string): Promise<void> {
    if (await this.#parts.pairing.renew(deviceId, this.id)) return this.#send({ type: 'heartbeat_seen' })
    const standing = await this.#parts.pairing.standing(deviceId, this.id)
    this.refuse(standing === 'removed' ? 'removed' : 'replaced')
  }

  /** §1.2: the prompt stays, another card may be shown. A prompt that is over is said to be over. */
  async #refuseCard(sessionId: string): Promise<void> {
    const row = await this.#parts.sessions.read(sessionId)
    if (row === null || row.device_id !== this.#deviceId) return
    this.#send(endMessage(row) ?? { type: 'card_refused', sessionId, message: CARD_REFUSED })
  }

  /** A terminal speaks about its own device's sessions only; about others there is nothing to say. */
  async #apply(sessionId: string, event: SessionEvent): Promise<void> {
    const { sessions, cardPresented } = this.#parts
    const row = await sessions.read(sessionId)
    if (row === null || row.device_id !== this.#deviceId) return
    const applied = await sessions.apply(sessionId, event)
    if (applied === null) return
    if (applied.moved && event.type === 'card_presented' && !isFinal(applied.row.status)) {
      await this.#sync()
      await cardPresented(applied.row)
    }
    await this.#sync()
    const end = applied.moved ? null : endMessage(applied.row)
    if (end !== null) this.#send(end)
  }

  async #sync(): Promise<void> {
    const { sessions, kernel } = this.#parts
    if (this.#deviceId === null || this.#closed) return
    const live = await sessions.liveOf(this.#deviceId)
    const shown = this.#view
    if (shown !== null && shown.sessionId !== live?.id) {
      const ended = await sessions.read(shown.sessionId)
      const end = ended === null ? null : endMessage(ended)
      this.#view = null
      if (end !== null) this.#send(end)
    }
    if (live === null) return
    const step = stepOf(live)
    if (this.#view?.sessionId === live.id && this.#view.step === step) return
    this.#view = { sessionId: live.id, step }
    this.#send(showMessage(live, await kernel.store.now(), kernel.timings.promptMs))
  }
}
