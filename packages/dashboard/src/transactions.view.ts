// Transactions of a day with filters, totals and live rows.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import {
  TRANSACTION_STATES,
  type AnswerOf,
  type DashboardRoutes,
  type QueryOf,
  type Terminal,
  type Transaction,
  type TransactionState,
} from '@tapboard/contract/dashboard'
import { button } from '../../elements/src/shared/controls.ts'
import { urlOf } from './client.ts'
import { amountText, dateTimeText, dateValue, dayRange, timeText } from './format.ts'
import { commandName, STATE_NAMES } from './names.ts'
import { badge, choice, empty, field } from './parts.ts'
import { View } from './view.ts'

type List = AnswerOf<DashboardRoutes['listTransactions']>
type Query = QueryOf<DashboardRoutes['listTransactions']>

/** An order number of so many characters stays in one line. */
const SHORT_ORDER = 16

/** The filters of a new list. */
const NO_FILTERS = { state: '', terminal: '', search: '' }

/** Delay between typing and searching. */
const TYPING_MS = 250

const isState = (text: string): text is TransactionState => TRANSACTION_STATES.some((state) => state === text)

export class TransactionsView extends View {
  static override properties = {
    ...View.properties,
    day: { state: true },
    list: { state: true },
    terminals: { state: true },
    chosen: { state: true },
  }

  declare private day: string
  declare private list: List | null
  declare private terminals: readonly Terminal[]
  declare private chosen: { readonly state: string; readonly terminal: string; readonly search: string }
  /** IDs of the rows that were drawn, so that new ones are marked. */
  readonly #known = new Set<string>()
  #newest = 0
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.day = dateValue(Date.now())
    this.list = null
    this.terminals = []
    this.chosen = NO_FILTERS
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.ask('listTerminals').then((read) => {
      this.terminals = read?.value.terminals ?? []
    })
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (changed.has('changes')) void this.#read()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#typing)
  }

  get #query(): Query | null {
    const range = dayRange(this.day)
    if (range === null) return null
    const { state, terminal, search } = this.chosen
    return {
      from: String(range.fromMs),
      to: String(range.toMs),
      ...(isState(state) ? { state } : {}),
      ...(terminal === '' ? {} : { terminal }),
      ...(search.trim() === '' ? {} : { search }),
    }
  }

  /** Reads the first page again; the newest read wins. */
  async #read(): Promise<void> {
    const query = this.#query
    if (query === null) return
    const run = (this.#newest += 1)
    const read = await this.ask('listTransactions', { query })
    if (run !== this.#newest || read === null) return
    this.fault = ''
    for (const { id } of this.list?.transactions ?? []) this.#known.add(id)
    this.list = read.value
  }

  async #more(): Promise<void> {
    const [query, list] = [this.#query, this.list]
    if (query === null || list?.next == null) return
    const run = (this.#newest += 1)
    const read = await this.ask('listTransactions', { query: { ...query, after: list.next } })
    if (run !== this.#newest || read === null) return
    for (const { id } of [...list.transactions, ...read.value.transactions]) this.#known.add(id)
    this.list = { ...read.value, transactions: [...list.transactions, ...read.value.transactions] }
  }

  #choose(changes: Partial<TransactionsView['chosen']>): void {
    this.chosen = { ...this.chosen, ...changes }
    this.#known.clear()
    this.list = null
    void this.#read()
  }

  /** Shows the whole day. The button disappears: the focus goes to the search. */
  #clear(): void {
    clearTimeout(this.#typing)
    const search = this.renderRoot.querySelector<HTMLInputElement>('[type="search"]')
    if (search !== null) search.value = ''
    this.#choose(NO_FILTERS)
    search?.focus()
  }

  #goTo(day: string): void {
    if (dayRange(day) === null) return
    this.day = day
    this.#choose({})
  }

  #search(text: string): void {
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => this.#choose({ search: text }), TYPING_MS)
  }

  #renderDay(): TemplateResult {
    const range = dayRange(this.day)
    const move = (days: number): void => {
      if (range !== null) this.#goTo(dateValue(range.fromMs + days * 86_400_000 + 43_200_000))
    }
    return html`<label class="field">
      <span>Day</span>
      <span class="row day">
        ${button('‹', () => move(-1), false, 'step', 'Day before')}
        <input
          type="date"
          .value=${this.day}
          max="9999-12-31"
          @change=${(event: Event) => this.#goTo((event.target as HTMLInputElement).value)}
        />
        ${button('›', () => move(1), false, 'step', 'Day after')}
      </span>
    </label>`
  }

  #renderFilters(): TemplateResult {
    const { state, terminal, search } = this.chosen
    return html`<div class="filters" role="group" aria-label="Filters">
      ${this.#renderDay()}
      ${choice(
        'Result',
        'state',
        [['', 'All results'], ...TRANSACTION_STATES.map((key) => [key, STATE_NAMES[key].name] as const)],
        state,
        (value) => this.#choose({ state: value }),
      )}
      ${choice(
        'Terminal',
        'terminal',
        [['', 'All terminals'], ...this.terminals.map(({ id, name }) => [id, name] as const)],
        terminal,
        (value) => this.#choose({ terminal: value }),
      )}
      <div @input=${(event: Event) => this.#search((event.target as HTMLInputElement).value)}>
        ${field({ label: 'Search', name: 'search', type: 'search', value: search, placeholder: 'Order, reference, card' })}
      </div>
    </div>`
  }

  #renderTotals({ totals }: List): TemplateResult {
    return html`<div class="figures">
      <p><b>${amountText(totals.amount, totals.currency)}</b><span class="quiet">approved</span></p>
      <p>
        <b>${totals.approved}</b
        ><span class="quiet"
          >of ${totals.transactions} ${totals.transactions === 1 ? 'payment' : 'payments'}</span
        >
      </p>
    </div>`
  }

  #renderRow(row: Transaction): TemplateResult {
    const { name, tone } = STATE_NAMES[row.state]
    const isNew = this.#known.size > 0 && !this.#known.has(row.id)
    return html`<tr class=${isNew ? 'new' : nothing}>
      <td class="whole time">
        <time datetime=${new Date(row.createdAtMs).toISOString()} title=${dateTimeText(row.createdAtMs)}
          >${timeText(row.createdAtMs)}</time
        >
      </td>
      <td class="amount">
        ${this.link({ view: 'transaction', id: row.id }, amountText(row.amount, row.currency))}
        ${row.order === null ? nothing : html`<small class="narrow quiet">${row.order}</small>`}
      </td>
      <td class=${(row.order?.length ?? 0) > SHORT_ORDER ? 'wide' : 'wide whole'}>${row.order ?? '–'}</td>
      <td>${badge(name, tone)}</td>
      <td class="wide whole">${row.card === null ? '–' : `${row.card.brand} •••• ${row.card.lastFour}`}</td>
      <td class="wide">${row.terminalName}</td>
      <td class="wide">
        ${commandName(row.command)}
        ${row.order === null ? html`<small class="quiet">${row.externalId}</small>` : nothing}
      </td>
    </tr>`
  }

  #renderList(list: List): TemplateResult {
    if (list.transactions.length === 0)
      return Object.values(this.chosen).some((value) => value.trim() !== '')
        ? empty(
            'No payment matches',
            'No payment of this day matches the filters.',
            button('Clear the filters', () => this.#clear()),
          )
        : empty('No payments', 'There are no payments on this day. New ones appear here by themselves.')
    return html`<table>
        <caption class="unseen">
          Payments of the chosen day, newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Amount</th>
            <th scope="col" class="wide">Order</th>
            <th scope="col">Result</th>
            <th scope="col" class="wide">Card</th>
            <th scope="col" class="wide">Terminal</th>
            <th scope="col" class="wide">Kind</th>
          </tr>
        </thead>
        <tbody>
          ${list.transactions.map((row) => this.#renderRow(row))}
        </tbody>
      </table>
      ${
        list.next === null
          ? nothing
          : html`<p class="more">${button('Show more', () => void this.#more())}</p>`
      }`
  }

  override render(): TemplateResult {
    const { list } = this
    const query = this.#query
    return html`<main>
      <header>
        <h1 tabindex="-1">Transactions</h1>
        ${
          query === null
            ? nothing
            : html`<a class="button" href=${urlOf('exportTransactions', { query })} download>Download CSV</a>`
        }
      </header>
      ${this.#renderFilters()} ${this.renderMessages()} ${list === null ? nothing : this.#renderTotals(list)}
      <section class="flush" aria-busy=${list === null}>
        ${list === null ? html`<p class="loading quiet">Loading…</p>` : this.#renderList(list)}
      </section>
      <p class="quiet">
        This list is the record of the service. A till that lost its connection may show a result later.
      </p>
    </main>`
  }
}
