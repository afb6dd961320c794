// A WebSocket replacement over a message port, with the part of the interface that the on-screen terminal uses.
import type { TerminalFrame } from '../messages.ts'

/** Replaces a WebSocket to the terminals' channel. */
export class TerminalSocket extends EventTarget {
  readonly url: string
  #state: 0 | 1 | 2 | 3 = WebSocket.CONNECTING
  readonly #port: MessagePort

  constructor(url: string, port: MessagePort) {
    super()
    this.url = url
    this.#port = port
    port.addEventListener('message', ({ data }: MessageEvent<TerminalFrame>) => this.#hear(data))
    port.start()
  }

  /** Ready state, as of a WebSocket. */
  get readyState(): number {
    return this.#state
  }

  /** Sends a text frame; dropped unless open, like a WebSocket does. */
  send(text: string): void {
    if (this.#state === WebSocket.OPEN) this.#dispatch({ type: 'frame', text })
  }

  close(): void {
    if (this.#state === WebSocket.CLOSED) return
    this.#dispatch({ type: 'closed' })
    this.#end()
  }

  #dispatch(frame: TerminalFrame): void {
    this.#port.postMessage(frame)
  }

  #hear(frame: TerminalFrame): void {
    if (this.#state === WebSocket.CLOSED) return
    if (frame.type === 'closed') return this.#end()
    if (frame.type === 'open') {
      this.#state = WebSocket.OPEN
      this.dispatchEvent(new Event('open'))
    } else this.dispatchEvent(new MessageEvent('message', { data: frame.text }))
  }

  #end(): void {
    this.#state = WebSocket.CLOSED
    // Closed after the last frame has left; closing a port drops nothing that was sent.
    this.#port.close()
    this.dispatchEvent(new Event('close'))
  }
}
