// A shop inside the page, for pages that show the element without a server: it answers the requests of the element, and moves a
// sale as a terminal with a customer would, or to the state that the page selects.
import type { Checkout, Sale } from '@tapboard/contract'
import { CHECKOUT, SALE } from './sample-sale.ts'

/** States that a page may select. */
export const SCENES = {
  choosing: null,
  waiting: { state: 'started', phase: 'present_card' },
  approved: {
    state: 'approved',
    phase: 'authorizing',
    reference: '10000441239',
    approvalCode: '712304',
    card: 'Visa …4242',
    by: 'upstream',
  },
  declined: { state: 'declined', message: 'Insufficient funds', by: 'upstream' },
  unknown: { state: 'in_doubt', reason: 'overdue', sessionId: 'ses_28f1' },
} as const satisfies Readonly<Record<string, Partial<Sale> | null>>

type SceneName = keyof typeof SCENES

/** Events after a start, with their time in milliseconds. */
const STORY: readonly (readonly [afterMs: number, change: Partial<Sale>])[] = [
  [700, SCENES.waiting],
  [4200, { phase: 'authorizing' }],
  [5600, SCENES.approved],
]

/** Age of a sale that a page shows. */
const AGE_MS = 4_000

const json = (value: unknown, status = 200): Response => Response.json(value, { status })

/** A terminal that the shop asks for a card. */
export interface CardReader {
  /** Shows the prompt; `move` receives each change of the sale. */
  ask(sale: Sale, move: (change: Partial<Sale>) => void): void
}

/** A shop inside the page. */
export class ScriptedShop {
  readonly #reader: CardReader | null
  readonly #checkout: Checkout
  #sale: Sale | null = null
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null
  #timers: ReturnType<typeof setTimeout>[] = []

  /** With a reader, its customer decides; without one, the story runs by itself. */
  constructor(reader: CardReader | null = null, checkout = CHECKOUT) {
    this.#reader = reader
    this.#checkout = checkout
  }

  /** The `fetcher` of the element. */
  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('/v1/checkout'))
      return json({ ...this.#checkout, sale: this.#sale, nextAttempt: this.#next(), nowMs: Date.now() })
    if (pathname.endsWith('/v1/sales')) {
      this.#begin(
        JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { readonly deviceId: string },
      )
      return json(this.#sale, 201)
    }
    if (pathname.endsWith('/events')) return this.#open(init?.signal ?? null)
    return json(this.#sale)
  }

  /** Moves the sale to the state of a scene; refresh the element afterwards. */
  show(scene: SceneName): void {
    this.#stop()
    const put = SCENES[scene]
    const nowMs = Date.now()
    this.#sale =
      put === null ? null : { ...SALE, ...put, attempt: 1, version: 9, createdAtMs: nowMs - AGE_MS, nowMs }
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
  }

  #next(): number {
    return (this.#sale?.attempt ?? 0) + 1
  }

  #begin({ deviceId }: { readonly deviceId: string }): void {
    this.#stop()
    const attempt = this.#next()
    const device = this.#checkout.devices.find(({ id }) => id === deviceId) ?? SALE.device
    const { id, name, make, serialEnding } = device
    const nowMs = Date.now()
    this.#sale = {
      ...SALE,
      id: `sale_${attempt}`,
      attempt,
      device: { id, name, make, serialEnding },
      createdAtMs: nowMs,
      nowMs,
    }
    if (this.#reader) this.#reader.ask(this.#sale, (change) => this.#move(change))
    else this.#timers = STORY.map(([afterMs, change]) => setTimeout(() => this.#move(change), afterMs))
  }

  #move(change: Partial<Sale>): void {
    if (this.#sale === null) return
    const nowMs = Date.now()
    const settledAtMs = change.by ? nowMs : null
    this.#sale = { ...this.#sale, ...change, settledAtMs, version: this.#sale.version + 1, nowMs }
    this.#say('sale')
  }

  #say(event: string): void {
    this.#stream?.enqueue(
      new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify({ sale: this.#sale })}\n\n`),
    )
  }

  #open(signal: AbortSignal | null): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#stream = stream
        signal?.addEventListener('abort', () => {
          if (this.#stream === stream) this.#stream = null
        })
        this.#say('snapshot')
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
}

/** A token; the scripted shop does not check it. */
export const sampleToken = async (): Promise<{
  token: string
  expiresInSeconds: number
  nonce: string
  kind: 'sale'
}> => ({
  token: 'sample',
  expiresInSeconds: 900,
  nonce: 'sample',
  kind: 'sale',
})
