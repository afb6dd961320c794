// WebSocket of a terminal: connects, parses, sends heartbeats, detects a silent connection. The machine
// decides when to connect and what to send.
import { type FromTerminal, ToTerminal } from '@tapboard/contract'

/** Callbacks of a channel; each runs at most once per connection except `handleMessage`. */
interface ChannelListener {
  opened(): void
  handleMessage(message: ToTerminal): void
  lost(): void
}

/** Reconnectable connection of a terminal to the service. */
export interface Channel {
  open(): void
  say(message: FromTerminal): void
  /** Sends a heartbeat at this interval in seconds; after two without an answer the connection counts as lost. */
  beat(seconds: number): void
  close(): void
}

/** The part of a WebSocket that a channel uses. */
type TerminalSocket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'addEventListener'>

/** Opens a connection to a URL. */
export type OpenSocket = (url: string) => TerminalSocket

/** Maximum frame length in characters; the service's messages are far shorter. */
const FRAME_LIMIT = 16_384

function parse(data: unknown): ToTerminal | null {
  if (typeof data !== 'string' || data.length > FRAME_LIMIT) return null
  try {
    const read = ToTerminal.safeParse(JSON.parse(data))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Creates a channel to `url` (`ws://…/terminal`). Ignores frames that violate the contract. */
export function createChannel(
  url: string,
  listener: ChannelListener,
  openSocket: OpenSocket = (address) => new WebSocket(address),
): Channel {
  let socket: TerminalSocket | null = null
  let beating: ReturnType<typeof setInterval> | undefined
  let unanswered = 0

  const drop = (): void => {
    const old = socket
    socket = null
    clearInterval(beating)
    old?.close()
  }

  const send = (message: FromTerminal): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  return {
    open() {
      drop()
      const opening = openSocket(url)
      socket = opening
      const lost = (): void => {
        if (socket !== opening) return
        drop()
        listener.lost()
      }
      opening.addEventListener('open', () => socket === opening && listener.opened())
      opening.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (socket !== opening) return
        const message = parse(event.data)
        unanswered = 0
        if (message !== null) listener.handleMessage(message)
      })
      opening.addEventListener('close', lost)
    },
    say: send,
    beat(seconds) {
      clearInterval(beating)
      unanswered = 0
      beating = setInterval(() => {
        if (unanswered < 2) {
          unanswered += 1
          send({ type: 'heartbeat' })
        } else {
          drop()
          listener.lost()
        }
      }, seconds * 1000)
    },
    close: drop,
  }
}
