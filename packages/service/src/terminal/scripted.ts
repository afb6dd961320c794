// Terminals without a screen, for tests and demonstrations. Each speaks the same messages through the same channel as a
// real one; only the socket is missing. What it does, the end of its serial number decides (`behaviour.ts`).
import { HEARTBEAT_SECONDS, ToTerminal } from '@tapboard/contract'
import type { DeviceLedger } from '../cloud/device/ledger.ts'
import type { Kernel } from '../ports.ts'
import { behaviourOf, type Behaviour } from './behaviour.ts'
import type { Channel } from './channel.ts'
import type { TerminalHub } from './hub.ts'

const RECONNECT_MS = 1_000
/** Scripted terminals started from the store at most. */
const SCRIPTED_MAX = 1_000

const CARD = { brand: 'Visa', lastFour: '4242', kind: 'credit', entry: 'tap' } as const

/** One scripted terminal. */
class ScriptedTerminal {
  readonly #clock: Kernel['clock']
  readonly #hub: TerminalHub
  readonly #serial: string
  readonly #behaviour: Behaviour
  readonly #timers = new Set<() => void>()
  #secret: { readonly pairingCode: string } | { readonly terminalKey: string }
  #channel: Channel | null = null
  #left: string | null = null
  #stopped = false

  constructor(kernel: Kernel, hub: TerminalHub, serial: string, behaviour: Behaviour, pairingCode: string) {
    this.#clock = kernel.clock
    this.#hub = hub
    this.#serial = serial
    this.#behaviour = behaviour
    this.#secret = { pairingCode }
  }

  /** Opens its channel and says hello. */
  connect(): void {
    if (this.#stopped) return
    const channel = this.#hub.accept({
      send: (text) => {
        // As a socket would: later, never inside the sender's own turn.
        queueMicrotask(() => this.#heard(text))
        return this.#channel === channel
      },
      close: () => this.#away(RECONNECT_MS),
    })
    this.#channel = channel
    if (channel === null) return this.#away(RECONNECT_MS)
    this.#say({ type: 'hello', serial: this.#serial, ...this.#secret })
    this.#beat()
  }

  /** Leaves for good. */
  stop(): void {
    this.#stopped = true
    this.#drop()
  }

  #drop(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
    const channel = this.#channel
    this.#channel = null
    channel?.gone()
  }

  #away(ms: number): void {
    this.#drop()
    if (!this.#stopped) this.#after(ms, () => this.connect())
  }

  #after(ms: number, work: () => void): void {
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(cancel)
      work()
    })
    this.#timers.add(cancel)
  }

  #beat(): void {
    this.#after(HEARTBEAT_SECONDS * 1000, () => {
      this.#say({ type: 'heartbeat' })
      this.#beat()
    })
  }

  #say(message: unknown): void {
    this.#channel?.receive(JSON.stringify(message))
  }

  #heard(text: string): void {
    const read = ToTerminal.safeParse(JSON.parse(text))
    if (!read.success || this.#channel === null) return
    const message = read.data
    if (message.type === 'welcome' && message.terminalKey !== undefined)
      this.#secret = { terminalKey: message.terminalKey }
    else if (message.type === 'refused') this.stop()
    else if (message.type === 'prompt') this.#prompted(message.sessionId)
    else if (message.type === 'authorization')
      this.#say({ type: 'result_shown', sessionId: message.sessionId })
  }

  #prompted(sessionId: string): void {
    const { awayMs, cardAfterMs } = this.#behaviour
    this.#say({ type: 'prompt_shown', sessionId })
    if (awayMs !== null && this.#left !== sessionId) {
      this.#left = sessionId
      const channel = this.#channel
      // What was said is heard before the line drops.
      void channel?.settled().then(() => {
        if (this.#channel === channel) this.#away(awayMs)
      })
    } else if (cardAfterMs !== null)
      this.#after(cardAfterMs, () => this.#say({ type: 'card_presented', sessionId, card: CARD }))
  }
}

/** The scripted terminals of a service. */
export class ScriptedTerminals {
  readonly #kernel: Kernel
  readonly #hub: TerminalHub
  readonly #devices: DeviceLedger
  readonly #terminals = new Set<ScriptedTerminal>()

  constructor(kernel: Kernel, hub: TerminalHub, devices: DeviceLedger) {
    this.#kernel = kernel
    this.#hub = hub
    this.#devices = devices
  }

  /** Starts the terminals of all registered devices whose serial number names a behaviour. */
  async start(): Promise<void> {
    const rows = await this.#kernel.store.db
      .selectFrom('service_device')
      .select(['id', 'serial'])
      .where('deleted_at_ms', 'is', null)
      .where('serial', 'like', '%-%')
      .limit(SCRIPTED_MAX)
      .execute()
    for (const { id, serial } of rows) {
      if (behaviourOf(serial)?.connects !== true) continue
      const code = await this.#devices.newPairingCode(id)
      if (code !== null) this.begin(serial, code)
    }
  }

  /** Starts the terminal of a device, if its serial number names a behaviour. */
  begin(serial: string, pairingCode: string): void {
    const behaviour = behaviourOf(serial)
    if (behaviour === null || !behaviour.connects) return
    const terminal = new ScriptedTerminal(this.#kernel, this.#hub, serial, behaviour, pairingCode)
    this.#terminals.add(terminal)
    terminal.connect()
  }

  /** Ends all of them. */
  stop(): void {
    for (const terminal of this.#terminals) terminal.stop()
    this.#terminals.clear()
  }
}
