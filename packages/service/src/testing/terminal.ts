/** A scriptable terminal over a real WebSocket. */
import { once } from 'node:events'
import type { ToTerminal } from '@tapboard/contract'
import { WebSocket } from 'ws'

/** A message to a terminal, by type. */
export type MessageToTerminal<Type extends ToTerminal['type']> = Extract<ToTerminal, { type: Type }>

/** A terminal client over a real WebSocket. */
export class TestTerminal {
  readonly #socket: WebSocket
  readonly #messages: ToTerminal[] = []
  #wake: () => void = () => {}
  #closed: number | null = null

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/terminal`, { headers })
    this.#socket.on('message', (data: Buffer) => {
      this.#messages.push(JSON.parse(data.toString('utf8')) as ToTerminal)
      this.#wake()
    })
    this.#socket.on('close', (code) => {
      this.#closed = code
      this.#wake()
    })
    this.#socket.on('error', () => {})
  }

  /** Waits until the connection is open. */
  async opened(): Promise<this> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    return this
  }

  /** Sends a message; a string is sent unchanged. */
  send(message: object | string): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes)
  }

  /** Waits for the next message of a type and discards earlier ones. Throws if the connection closes first. */
  async receive<Type extends ToTerminal['type']>(type: Type): Promise<MessageToTerminal<Type>> {
    for (;;) {
      const message = this.#messages.shift()
      if (message?.type === type) return message as MessageToTerminal<Type>
      if (message !== undefined) continue
      if (this.#closed !== null)
        throw new Error(`the connection closed (${this.#closed}) before "${type}" arrived`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Returns and clears the received messages. */
  received(): readonly ToTerminal[] {
    return this.#messages.splice(0)
  }

  /** Waits for the close code. */
  async closed(): Promise<number> {
    while (this.#closed === null) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#closed
  }

  /** Disconnects without a close frame. */
  unplug(): void {
    this.#socket.terminate()
  }

  /** Shows the prompt of the next session and presents a card; returns the session ID. */
  async pay(kind = 'credit'): Promise<string> {
    const { sessionId } = await this.receive('prompt')
    this.send({ type: 'prompt_shown', sessionId })
    this.present(sessionId, kind)
    return sessionId
  }

  present(sessionId: string, kind = 'credit'): void {
    this.send({
      type: 'card_presented',
      sessionId,
      card: { brand: 'Visa', lastFour: '4242', kind, entry: 'tap' },
    })
  }
}
