// The WebSocket of a terminal: opens, parses, sends heartbeats, notices a connection that has gone quiet. When to open
// and what to say, the machine decides.
import { type FromTerminal, ToTerminal } from '@tapboard/contract'

/** What a channel reports; each at most once per connection but `heard`. */
export interface ChannelListener {
  opened(): void
  heard(message: ToTerminal): void
  lost(): void
}

/** One terminal's connection to the service, opened again and again. */
export interface Channel {
  open(): void
  say(message: FromTerminal): void
  /** Sends a heartbeat every so many seconds; two without an answer and the connection counts as lost. */
  beat(seconds: number): void
  close(): void
}

/** Longest frame that is read, characters; the service's own messages are far shorter. */
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

/** A channel to `url` (`ws://…/terminal`). Frames that are not the contract's are ignored. */
export function createChannel(url: string, listener: ChannelListener): Channel {
  let socket: WebSocket | null = null
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
      const opening = new WebSocket(url)
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
        if (message !== null) listener.heard(message)
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
