// A terminal on the counter without a screen: uses the contract's channel over a real WebSocket, reconnects by itself with its
// key, and acts only on the commands of the test.
import { ToTerminal, type FromTerminal, type PresentedCard } from '@tapboard/contract'
import { WebSocket } from 'ws'
import { until } from './until.ts'

const RETRY_MS = 100

/** Steps that wait for a command of the test. */
interface Habits {
  /** The prompt is not shown without a command: the sale stays at contacting. */
  slowPrompt: boolean
  /** The result is not acknowledged without a command: the sale stays at authorising. */
  slowResult: boolean
}

type Prompt = Extract<ToTerminal, { type: 'prompt' }>
type Authorization = Extract<ToTerminal, { type: 'authorization' }>

export class CounterTerminal {
  readonly serial: string
  readonly habits: Habits = { slowPrompt: false, slowResult: false }
  /** Prompts shown so far, each session once. */
  readonly prompted = new Set<string>()
  readonly #url: string
  readonly #authority: string | undefined
  #secret: { readonly pairingCode: string } | { readonly terminalKey: string }
  #socket: WebSocket | null = null
  #retrying: ReturnType<typeof setTimeout> | undefined
  #plugged = false
  #online = false
  #refusal: string | null = null
  #prompt: Prompt | null = null
  #result: Authorization | null = null
  #authorizing: string | null = null
  #card: { readonly sessionId: string; readonly card: PresentedCard } | null = null

  /** `url`: the service's base address, `http://…`; `authority`: a certificate that it trusts, PEM. */
  constructor(url: string, serial: string, pairingCode: string, authority?: string) {
    this.#url = `${url.replace('http', 'ws')}/terminal`
    this.#authority = authority
    this.serial = serial
    this.#secret = { pairingCode }
  }

  /** Connects, and again whenever the line is lost, until unplugged. */
  async plugIn(): Promise<void> {
    this.#plugged = true
    this.#open()
    await this.online()
  }

  /** Resolves when it is connected. */
  async online(): Promise<void> {
    await until(`terminal ${this.serial} is connected`, () => {
      if (this.#refusal !== null) throw new Error(`Terminal ${this.serial} was refused: ${this.#refusal}`)
      return this.#online
    })
  }

  unplug(): void {
    this.#plugged = false
    this.#online = false
    clearTimeout(this.#retrying)
    const socket = this.#socket
    this.#socket = null
    socket?.terminate()
  }

  prompt(limitMs?: number): Promise<Prompt> {
    return until(`terminal ${this.serial} is asked for a card`, () => this.#prompt, limitMs)
  }

  /** Shows the prompt that was held back. */
  async showPrompt(): Promise<void> {
    const { sessionId } = await this.prompt()
    this.#say({ type: 'prompt_shown', sessionId })
  }

  async tap(): Promise<void> {
    const { sessionId } = await this.prompt()
    const card: PresentedCard = { brand: 'Visa', lastFour: '4242', kind: 'credit', entry: 'tap' }
    this.#card = { sessionId, card }
    this.#say({ type: 'card_presented', sessionId, card })
  }

  async cancel(): Promise<void> {
    const { sessionId } = await this.prompt()
    this.#say({ type: 'cancelled', sessionId })
  }

  /** The displayed answer of the processor. */
  result(limitMs?: number): Promise<Authorization> {
    return until(`terminal ${this.serial} has a result`, () => this.#result, limitMs)
  }

  /** Shows the result that was held back. */
  async showResult(): Promise<void> {
    const { sessionId } = await this.result()
    this.#say({ type: 'result_shown', sessionId })
  }

  /** Resolves when the card is being authorised. */
  async authorizing(): Promise<void> {
    await until(`terminal ${this.serial} authorises`, () => this.#authorizing)
  }

  #open(): void {
    if (!this.#plugged) return
    const socket = new WebSocket(this.#url, this.#authority === undefined ? {} : { ca: this.#authority })
    this.#socket = socket
    let beating: ReturnType<typeof setInterval> | undefined
    socket.on('open', () => {
      this.#say({ type: 'hello', serial: this.serial, ...this.#secret })
      beating = setInterval(() => this.#say({ type: 'heartbeat' }), 5_000)
    })
    socket.on('message', (data: Buffer) => this.#hear(ToTerminal.parse(JSON.parse(data.toString('utf8')))))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(beating)
      if (this.#socket !== socket) return
      this.#online = false
      this.#retrying = setTimeout(() => this.#open(), RETRY_MS)
    })
  }

  #say(message: FromTerminal): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #hear(message: ToTerminal): void {
    switch (message.type) {
      case 'welcome':
        this.#online = true
        if (message.terminalKey !== undefined) this.#secret = { terminalKey: message.terminalKey }
        return
      case 'refused':
        this.#refusal = message.message
        this.#plugged = false
        return
      case 'prompt':
        this.#prompt = message
        this.#result = null
        this.prompted.add(message.sessionId)
        // A card presented before the line was lost is presented again, as on a real terminal.
        if (this.#card?.sessionId === message.sessionId) this.#say({ type: 'card_presented', ...this.#card })
        else if (!this.habits.slowPrompt) this.#say({ type: 'prompt_shown', sessionId: message.sessionId })
        return
      case 'authorizing':
        this.#authorizing = message.sessionId
        return
      case 'authorization':
        this.#prompt = null
        this.#result = message
        if (!this.habits.slowResult) this.#say({ type: 'result_shown', sessionId: message.sessionId })
        return
      case 'end':
        this.#prompt = null
        this.#authorizing = null
        return
      case 'card_refused':
      case 'heartbeat_seen':
        return
    }
  }
}
