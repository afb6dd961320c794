/** A terminal over a real WebSocket that says only what the test tells it to. */
import { once } from 'node:events'
import type { ToTerminal } from '@tapboard/contract'
import { WebSocket } from 'ws'

/** A message to a terminal of one type. */
export type Told<Type extends ToTerminal['type']> = Extract<ToTerminal, { type: Type }>

/** A terminal over a real WebSocket. */
export class TestTerminal {
  readonly #socket: WebSocket
  readonly #heard: ToTerminal[] = []
  #wake: () => void = () => {}
  #closed: number | null = null

  constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/terminal`)
    this.#socket.on('message', (data: Buffer) => {
      this.#heard.push(JSON.parse(data.toString('utf8')) as ToTerminal)
      this.#wake()
    })
    this.#socket.on('close', (code) => {
      this.#closed = code
      this.#wake()
    })
    this.#socket.on('error', () => {})
  }

  /** Waits until the connection stands. */
  async opened(): Promise<this> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    return this
  }

  /** Says one message, or sends the text as it is. */
  say(message: object | string): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Sends bytes that are no text. */
  sayBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes)
  }

  /** The next message of that type; what comes before it is forgotten. Fails when the line is closed first. */
  async told<Type extends ToTerminal['type']>(type: Type): Promise<Told<Type>> {
    for (;;) {
      const message = this.#heard.shift()
      if (message?.type === type) return message as Told<Type>
      if (message !== undefined) continue
      if (this.#closed !== null)
        throw new Error(`the line closed (${this.#closed}) before "${type}" was said`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Everything heard and not asked for yet. */
  heard(): readonly ToTerminal[] {
    return this.#heard.splice(0)
  }

  /** The close code, when the line is closed. */
  async closed(): Promise<number> {
    while (this.#closed === null) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#closed
  }

  /** Pulls the plug: no goodbye. */
  unplug(): void {
    this.#socket.terminate()
  }

  /** Shows the prompt of the next session and presents a card; gives the session's ID. */
  async pay(kind = 'credit'): Promise<string> {
    const { sessionId } = await this.told('prompt')
    this.say({ type: 'prompt_shown', sessionId })
    this.present(sessionId, kind)
    return sessionId
  }

  /** Presents a card. */
  present(sessionId: string, kind = 'credit'): void {
    this.say({
      type: 'card_presented',
      sessionId,
      card: { brand: 'Visa', lastFour: '4242', kind, entry: 'tap' },
    })
  }
}
