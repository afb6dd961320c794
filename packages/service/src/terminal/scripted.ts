// Scripted terminals for tests and demonstrations. They use the same messages and channel as a real terminal,
// without a socket. The suffix of the serial number selects the behaviour (`behaviour.ts`).
import { HEARTBEAT_SECONDS, ToTerminal } from '@tapboard/contract'
import type { DeviceRepository } from '../cloud/device/device-repository.ts'
import type { Kernel } from '../kernel.ts'
import { behaviourOf, type Behaviour } from './behaviour.ts'
import type { Channel } from './channel.ts'
import type { TerminalHub } from './hub.ts'

const RECONNECT_MS = 1_000
/** Pause between two looks for devices that another process has added. */
const LOOK_MS = 2_000
/** Maximum number of scripted terminals. */
const SCRIPTED_MAX = 1_000

const CARD = { brand: 'Visa', lastFour: '4242', kind: 'credit', entry: 'tap' } as const

/** A scripted terminal of one device. */
class ScriptedTerminal {
  readonly #clock: Kernel['clock']
  readonly #hub: TerminalHub
  readonly #serial: string
  readonly #behaviour: Behaviour
  readonly #timers = new Set<() => void>()
  #secret: { readonly pairingCode: string } | { readonly terminalKey: string }
  #channel: Channel | null = null
  #disconnectedFor: string | null = null
  #stopped = false

  constructor(kernel: Kernel, hub: TerminalHub, serial: string, behaviour: Behaviour, pairingCode: string) {
    this.#clock = kernel.clock
    this.#hub = hub
    this.#serial = serial
    this.#behaviour = behaviour
    this.#secret = { pairingCode }
  }

  /** Opens a channel and sends hello. */
  connect(): void {
    if (this.#stopped) return
    const channel = this.#hub.accept({
      send: (text) => {
        // Asynchronous like a socket, never inside the sender's call.
        queueMicrotask(() => this.#onMessage(text))
        return this.#channel === channel
      },
      close: () => this.#reconnectAfter(RECONNECT_MS),
    })
    this.#channel = channel
    if (channel === null) return this.#reconnectAfter(RECONNECT_MS)
    this.#send({ type: 'hello', serial: this.#serial, ...this.#secret })
    this.#sendHeartbeats()
  }

  stop(): void {
    this.#stopped = true
    this.#disconnect()
  }

  #disconnect(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
    const channel = this.#channel
    this.#channel = null
    channel?.gone()
  }

  #reconnectAfter(ms: number): void {
    this.#disconnect()
    if (!this.#stopped) this.#after(ms, () => this.connect())
  }

  #after(ms: number, work: () => void): void {
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(cancel)
      work()
    })
    this.#timers.add(cancel)
  }

  #sendHeartbeats(): void {
    this.#after(HEARTBEAT_SECONDS * 1000, () => {
      this.#send({ type: 'heartbeat' })
      this.#sendHeartbeats()
    })
  }

  #send(message: unknown): void {
    this.#channel?.receive(JSON.stringify(message))
  }

  #onMessage(text: string): void {
    const read = ToTerminal.safeParse(JSON.parse(text))
    if (!read.success || this.#channel === null) return
    const message = read.data
    if (message.type === 'welcome' && message.terminalKey !== undefined)
      this.#secret = { terminalKey: message.terminalKey }
    else if (message.type === 'refused') this.stop()
    else if (message.type === 'prompt') this.#onPrompt(message.sessionId)
    else if (message.type === 'authorization')
      this.#send({ type: 'result_shown', sessionId: message.sessionId })
  }

  #onPrompt(sessionId: string): void {
    const { awayMs, cardAfterMs } = this.#behaviour
    this.#send({ type: 'prompt_shown', sessionId })
    if (awayMs !== null && this.#disconnectedFor !== sessionId) {
      this.#disconnectedFor = sessionId
      const channel = this.#channel
      // Disconnect after the queued messages are handled.
      void channel?.settled().then(() => {
        if (this.#channel === channel) this.#reconnectAfter(awayMs)
      })
    } else if (cardAfterMs !== null)
      this.#after(cardAfterMs, () => this.#send({ type: 'card_presented', sessionId, card: CARD }))
  }
}

/** All scripted terminals of a service. */
export class ScriptedTerminals {
  readonly #kernel: Kernel
  readonly #hub: TerminalHub
  readonly #devices: DeviceRepository
  readonly #fast: boolean
  readonly #terminals = new Set<ScriptedTerminal>()
  /** IDs of the devices whose terminals were started. */
  readonly #known = new Set<string>()
  /** Cancels the next look for new devices; `null` before the start and after the stop. */
  #cancelLook: (() => void) | null = null

  /** `fast` shortens a reboot to three seconds. */
  constructor(kernel: Kernel, hub: TerminalHub, devices: DeviceRepository, fast: boolean) {
    this.#fast = fast
    this.#kernel = kernel
    this.#hub = hub
    this.#devices = devices
  }

  /** Starts the terminals of all devices with a known suffix, and of those that another process adds later. */
  async start(): Promise<void> {
    await this.#startNew()
    this.#cancelLook = this.#kernel.clock.after(LOOK_MS, () => void this.#lookAgain())
  }

  async #lookAgain(): Promise<void> {
    // An unavailable store is read again the next time.
    await this.#startNew().catch(() => undefined)
    if (this.#cancelLook !== null)
      this.#cancelLook = this.#kernel.clock.after(LOOK_MS, () => void this.#lookAgain())
  }

  /** Starts the terminals of devices that are not known yet. */
  async #startNew(): Promise<void> {
    const rows = await this.#kernel.store.db
      .selectFrom('service_device')
      .select(['id', 'serial'])
      .where('deleted_at_ms', 'is', null)
      .where('serial', 'like', '%-%')
      .limit(SCRIPTED_MAX)
      .execute()
    for (const { id, serial } of rows) {
      if (this.#known.has(id) || behaviourOf(serial)?.connects !== true) continue
      const code = await this.#devices.newPairingCode(id)
      if (code !== null) this.begin({ id, serial }, code)
    }
  }

  /** Starts the terminal of a device, if its serial number has a known suffix. */
  begin({ id, serial }: { readonly id: string; readonly serial: string }, pairingCode: string): void {
    this.#known.add(id)
    const behaviour = behaviourOf(serial, this.#fast)
    if (behaviour === null || !behaviour.connects) return
    const terminal = new ScriptedTerminal(this.#kernel, this.#hub, serial, behaviour, pairingCode)
    this.#terminals.add(terminal)
    terminal.connect()
  }

  stop(): void {
    this.#cancelLook?.()
    this.#cancelLook = null
    for (const terminal of this.#terminals) terminal.stop()
    this.#terminals.clear()
  }
}
