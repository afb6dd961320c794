// The service's side of the on-screen terminal inside the page, for one sale at a time: it welcomes the terminal, asks for a card,
// and approves it. The messages are those of the contract.
import type { FromTerminal, Sale, ToTerminal } from '@tapboard/contract'
import type { OpenSocket } from '../../terminal/channel.ts'
import type { CardReader } from './scripted-shop.ts'

/** Duration of the prompt, as at a real terminal. */
const PROMPT_MS = 120_000
/** Duration of the authorization, long enough to be read. */
const AUTHORIZING_MS = 1_300
const HEARTBEAT_SECONDS = 10

/** One connection; the terminal uses it as a WebSocket. */
class ScriptedSocket extends EventTarget {
  readyState: WebSocket['readyState'] = WebSocket.CONNECTING
  readonly #receive: (message: FromTerminal) => void

  constructor(receive: (message: FromTerminal) => void) {
    super()
    this.#receive = receive
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN
      this.dispatchEvent(new Event('open'))
    })
  }

  send(text: string): void {
    this.#receive(JSON.parse(text) as FromTerminal)
  }

  tell(message: ToTerminal): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    this.dispatchEvent(new Event('close'))
  }
}

/** The terminal's service inside the page. */
export class ScriptedTerminal implements CardReader {
  readonly #merchant: string
  #socket: ScriptedSocket | null = null
  #asked: { readonly sale: Sale; readonly move: (change: Partial<Sale>) => void } | null = null

  constructor(merchant: string) {
    this.#merchant = merchant
  }

  /** Opens the socket of the on-screen terminal. */
  readonly open: OpenSocket = () => {
    this.#socket = new ScriptedSocket((message) => this.#receive(message))
    return this.#socket
  }

  ask(sale: Sale, move: (change: Partial<Sale>) => void): void {
    this.#asked = { sale, move }
    this.#prompt()
  }

  #prompt(): void {
    if (!this.#asked) return
    const { id, amountMinor, currency } = this.#asked.sale
    this.#socket?.tell({
      type: 'prompt',
      sessionId: id,
      command: 'cc:sale',
      amount: (amountMinor / 100).toFixed(2),
      currency,
      remainingMs: PROMPT_MS,
    })
  }

  #receive(message: FromTerminal): void {
    if (message.type === 'heartbeat') return this.#socket?.tell({ type: 'heartbeat_seen' })
    if (message.type === 'hello') return this.#welcome()
    const asked = this.#asked
    if (!asked || message.sessionId !== asked.sale.id) return
    if (message.type === 'prompt_shown') asked.move({ state: 'started', phase: 'present_card' })
    if (message.type === 'cancelled') this.#end(asked.sale.id, asked.move)
    if (message.type === 'card_presented') {
      const { brand, lastFour } = message.card
      this.#authorize(asked.sale.id, `${brand} …${lastFour}`, asked.move)
    }
  }

  #welcome(): void {
    this.#socket?.tell({
      type: 'welcome',
      deviceId: 'dev_front',
      name: 'Front counter',
      make: 'A920',
      merchant: this.#merchant,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    })
    this.#prompt()
  }

  #end(sessionId: string, move: (change: Partial<Sale>) => void): void {
    this.#asked = null
    this.#socket?.tell({ type: 'end', sessionId, reason: 'user_cancelled' })
    move({ state: 'failed', reason: 'cancelled', by: 'upstream' })
  }

  #authorize(sessionId: string, card: string, move: (change: Partial<Sale>) => void): void {
    this.#socket?.tell({ type: 'authorizing', sessionId })
    move({ phase: 'authorizing' })
    setTimeout(() => {
      this.#asked = null
      const approvalCode = '712304'
      this.#socket?.tell({
        type: 'authorization',
        sessionId,
        status: 'approved',
        message: 'Thank you',
        approvalCode,
      })
      move({ state: 'approved', reference: '10000441239', approvalCode, card, by: 'upstream' })
    }, AUTHORIZING_MS)
  }
}
