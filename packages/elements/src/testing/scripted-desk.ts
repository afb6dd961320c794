// `scripted-bff.ts` for the desk of a merchant: it has a day of rows, pages and searches them, streams frames, and records a decision. It
// makes no decisions of a real BFF.
import {
  Attestation,
  Desk,
  DESK_PAGE,
  DeskFrame,
  DeskPage,
  type DeskRefunds,
  DeskRow,
  Sale,
  type SaleState,
} from '@tapboard/contract'
import { SALE } from './sample-sale.ts'
import { ScriptedBff, type Seen } from './scripted-bff.ts'

/** The BFF's time: 2026-11-23, 12:42 in New York. */
export const DESK_NOW_MS = Date.UTC(2026, 10, 23, 17, 42)

const NAMES = ['Front counter', 'Workshop', 'Bar'] as const
const STATES: readonly SaleState[] = [
  'approved',
  'approved',
  'declined',
  'approved',
  'timed_out',
  'closed_unpaid',
]

/** The row number `n`, each 7 minutes older than the one before. */
export function deskRow(n: number, change: Partial<DeskRow> = {}): DeskRow {
  const state = change.state ?? STATES[n % STATES.length]!
  const isPaid = state === 'approved'
  const createdAtMs = DESK_NOW_MS - n * 420_000
  return {
    id: `sale_${n}`,
    kind: 'sale',
    refundOf: null,
    refund: null,
    requestedBy: null,
    order: `R-${1042 + n}`,
    attempt: 1,
    state,
    reason: null,
    message: state === 'declined' ? 'Insufficient funds' : null,
    amountMinor: 4_200 + ((n * 7_919) % 26_000),
    currency: 'USD',
    device: { id: `dev_${n % 3}`, name: NAMES[n % 3]!, make: 'A920', serialEnding: `881${n % 3}` },
    externalId: `tb_8f3a9c${n}`,
    reference: isPaid ? `8412${n}` : null,
    approvalCode: isPaid ? `A1B2C${n % 10}` : null,
    card: isPaid ? `************${4_242 + n}` : null,
    by: state === 'closed_unpaid' ? 'person' : 'upstream',
    person: state === 'closed_unpaid' ? 'mia' : null,
    createdAtMs,
    settledAtMs: createdAtMs + 23_000,
    conflictWith: null,
    deviceFreeAtMs: null,
    version: 5,
    ...change,
  }
}

/** A row of unknown result. */
export const doubted = (n: number, change: Partial<DeskRow> = {}): DeskRow =>
  deskRow(n, {
    id: `doubt_${n}`,
    order: `R-9${n}`,
    state: 'in_doubt',
    reason: 'no_session',
    by: null,
    settledAtMs: null,
    ...change,
  })

/** A BFF with a desk. */
export class ScriptedDesk extends ScriptedBff {
  /** All rows of the day, newest first. */
  rows: readonly DeskRow[]
  /** Open sales of any day. */
  open: readonly DeskRow[]
  /** Members of the answer that a test replaces. */
  desk: Partial<Desk> = {}
  /** Every stream ends after its first frame. */
  brief = false
  readonly #desks = new Set<ReadableStreamDefaultController<Uint8Array>>()
  readonly #waiting: (() => void)[] = []

  constructor(
    rows: readonly DeskRow[] = Array.from({ length: 8 }, (_, n) => deskRow(n)),
    open: readonly DeskRow[] = [],
  ) {
    super()
    this.rows = rows
    this.open = open
  }

  /** Number of open streams. */
  get deskStreams(): number {
    return this.#desks.size
  }

  /** Resolves when a stream is open. */
  streaming(): Promise<void> {
    return this.#desks.size > 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** The frame at the moment. */
  frame(): DeskFrame {
    const sums = (wanted: DeskRow['kind']): DeskRefunds => {
      const sum = (...states: readonly SaleState[]) => {
        const counted = this.rows.filter(({ kind, state }) => kind === wanted && states.includes(state))
        return { count: counted.length, amountMinor: counted.reduce((all, row) => all + row.amountMinor, 0) }
      }
      return {
        approved: sum('approved'),
        unresolved: sum('in_doubt', 'review'),
        running: sum('intent', 'sending', 'started'),
        unpaid: sum('declined', 'timed_out', 'failed', 'not_started', 'abandoned', 'closed_unpaid'),
      }
    }
    const { approved: sales, ...others } = sums('sale')
    return DeskFrame.parse({
      day: '2026-11-23',
      today: '2026-11-23',
      fromMs: DESK_NOW_MS - 45_720_000,
      untilMs: DESK_NOW_MS + 40_680_000,
      totals: this.rows.length ? [{ currency: 'USD', sales, ...others, refunds: sums('refund') }] : [],
      open: this.open,
      openCount: this.open.length,
      latest: this.rows.slice(0, DESK_PAGE),
      cursor: this.rows.length > DESK_PAGE ? `1.${DESK_PAGE}` : null,
      nowMs: DESK_NOW_MS,
      ...this.desk,
    })
  }

  /** Changes rows and open sales, and notifies every stream. */
  news(rows: readonly DeskRow[], open: readonly DeskRow[] = this.open): void {
    this.rows = rows
    this.open = open
    const text = `event: desk\ndata: ${JSON.stringify(this.frame())}\n\n`
    for (const stream of this.#desks) stream.enqueue(new TextEncoder().encode(text))
  }

  /** Cuts every stream without an end, as a broken connection does. */
  override cut(): void {
    super.cut()
    for (const stream of this.#desks) stream.error(new TypeError('network error'))
    this.#desks.clear()
  }

  protected override answer(seen: Seen, signal: AbortSignal | null): Response | null {
    if (!seen.headers.get('Authorization')?.startsWith('DPoP ')) return super.answer(seen, signal)
    const query = new URLSearchParams(seen.query)
    const [, , , , id] = seen.path.split('/')
    if (seen.path === '/v1/desk') return this.json(this.#desk(query.get('day')))
    if (seen.path === '/v1/desk/events') return this.#stream(signal)
    if (seen.path === '/v1/desk/sales') return this.json(this.#page(query))
    if (seen.path.startsWith('/v1/desk/sales/')) {
      const row = [...this.rows, ...this.open].find((one) => one.id === id)
      return row ? this.json(DeskRow.parse(row)) : this.problem('sale-not-found')
    }
    if (seen.method === 'POST' && seen.path.endsWith('/resolve'))
      return this.json(this.#resolve(seen.path.split('/')[3]!, Attestation.parse(seen.body)))
    return super.answer(seen, signal)
  }

  #desk(day: string | null): Desk {
    return Desk.parse({
      ...this.frame(),
      ...(day === null ? {} : { day }),
      merchant: { id: 'm1', name: 'Corner Repair' },
      environment: 'sandbox',
      currency: 'USD',
      person: 'mia',
      rights: ['view', 'resolve', 'refund'],
      timeZone: 'America/New_York',
      ...this.desk,
    })
  }

  #page(query: URLSearchParams): DeskPage {
    const search = query.get('search')?.toLowerCase() ?? ''
    const order = query.get('order') ?? query.get('exact')
    const limit = Number(query.get('limit') ?? DESK_PAGE)
    const from = Number(query.get('cursor')?.split('.')[1] ?? 0)
    const found = this.rows.filter(
      (row) =>
        (order === null || row.order === order) &&
        `${row.order} ${row.device.name} ${row.card}`.toLowerCase().includes(search),
    )
    const sales = found.slice(from, from + limit)
    const cursor = from + limit < found.length ? `1.${from + limit}` : null
    return DeskPage.parse({ sales, cursor, nowMs: DESK_NOW_MS })
  }

  #resolve(id: string, said: Attestation): Sale {
    const row = this.open.find((one) => one.id === id)!
    const paid = said.outcome === 'paid' ? said : null
    const change = {
      state: paid ? ('approved' as const) : ('closed_unpaid' as const),
      reason: null,
      by: 'person' as const,
      reference: paid?.reference ?? null,
      approvalCode: paid?.approvalCode ?? null,
      settledAtMs: DESK_NOW_MS,
      deviceFreeAtMs: null,
      version: row.version + 1,
    }
    const { kind: _kind, person: _person, ...rest } = row
    return Sale.parse({ ...SALE, ...rest, ...change, nowMs: DESK_NOW_MS })
  }

  #stream(signal: AbortSignal | null): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#desks.add(stream)
        for (const resolve of this.#waiting.splice(0)) resolve()
        signal?.addEventListener('abort', () => {
          if (this.#desks.delete(stream)) stream.error(signal.reason)
        })
        if (this.buffering) return
        stream.enqueue(new TextEncoder().encode(`event: desk\ndata: ${JSON.stringify(this.frame())}\n\n`))
        if (!this.brief) return
        this.#desks.delete(stream)
        stream.close()
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
}
