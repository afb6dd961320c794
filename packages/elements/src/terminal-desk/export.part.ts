// The part of <terminal-desk> that reads all rows of a day or a search, and writes them as CSV or prints them. It is loaded on demand.
import { csvCell, formatDecimal, web, type DeskPage, type DeskRow } from '@tapboard/contract'
import { html, nothing } from 'lit'
import type { Part } from '../shared/controls.ts'
import type { Answer } from '../shared/fault.ts'
import { printAlone } from '../shared/print-alone.ts'
import { EXPORT_ENGLISH, type ExportStrings } from './export.strings.ts'
import type { Scene } from './scene.ts'
import type { TerminalDeskController } from './terminal-desk.controller.ts'

/** The number of rows of one request. */
const PAGE = 500
/** A printed list ends after this many rows: about 25 sheets. */
const PRINTED_ROWS = 1_000

/** Columns of the file: their names are fixed, because programs read them. */
const COLUMNS: readonly (readonly [string, (row: DeskRow) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['refund_of', ({ refundOf }) => refundOf],
  ['order', ({ order }) => order],
  ['attempt', ({ attempt }) => attempt],
  ['created_at', ({ createdAtMs }) => new Date(createdAtMs).toISOString()],
  ['ended_at', ({ settledAtMs }) => settledAtMs && new Date(settledAtMs).toISOString()],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  // An amount of a refund is negative, so that the column adds up to the net of its approved rows.
  [
    'amount',
    ({ kind, amountMinor, currency }) =>
      `${kind === 'refund' ? '-' : ''}${formatDecimal(amountMinor, currency)}`,
  ],
  ['currency', ({ currency }) => currency],
  ['terminal', ({ device }) => device.name],
  ['terminal_serial_ending', ({ device }) => device.serialEnding],
  ['card', ({ card }) => card],
  ['reference', ({ reference }) => reference],
  ['approval_code', ({ approvalCode }) => approvalCode],
  ['our_reference', ({ externalId }) => externalId],
  ['by', ({ by }) => by],
  ['person', ({ person }) => person],
]

/** The file of some rows: a header, and one line for each row. The first character tells Excel that it is UTF-8. */
export const csvOf = (rows: readonly DeskRow[]): string =>
  `\ufeff${[
    COLUMNS.map(([name]) => name),
    ...rows.map((row) => COLUMNS.map(([, read]) => csvCell(`${read(row) ?? ''}`, /^-?\d+(\.\d+)?$/))),
  ]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')}`

/** Writes all rows as a file, or prints them. */
export class Exporter {
  /** The rows that are printed now, in place of the page. */
  printed: readonly DeskRow[] | null = null
  readonly #desk: TerminalDeskController
  /** Number of rows read so far; `null` while nothing is read. */
  #reading: number | null = null
  /** The printed list has not all rows. */
  #isCut = false

  constructor(desk: TerminalDeskController) {
    this.#desk = desk
  }

  /** Text of the button while rows are read, or `null`. */
  busyText({ formats, text }: Scene): string | null {
    const { reading }: ExportStrings = { ...EXPORT_ENGLISH, ...text }
    return this.#reading === null ? null : reading(formats.number(this.#reading))
  }

  /** The note below a printed list that has not all rows. */
  renderCut({ formats, text }: Scene): Part {
    const { printCut }: ExportStrings = { ...EXPORT_ENGLISH, ...text }
    return this.#isCut ? html`<p>${printCut(formats.number(PRINTED_ROWS))}</p>` : nothing
  }

  /** Saves the rows of the day, or of the search within it, as a file. */
  async csv({ view }: Scene): Promise<void> {
    const rows = await this.#readAll(Infinity)
    if (!rows) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
    link.download = `sales-${view.desk!.day}.csv`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }

  /** Prints the rows of the day, or of the search within it. */
  async print(): Promise<void> {
    const rows = await this.#readAll(PRINTED_ROWS)
    if (!rows) return
    this.#isCut = rows.length > PRINTED_ROWS
    this.printed = rows.slice(0, PRINTED_ROWS)
    this.#desk.redraw()
    await this.#desk.host.updateComplete
    addEventListener(
      'afterprint',
      () => {
        this.printed = null
        this.#isCut = false
        this.#desk.redraw()
      },
      { once: true },
    )
    printAlone(this.#desk.host)
  }

  /** All rows, or `null` after a refusal. Stops after `most` rows. */
  async #readAll(most: number): Promise<readonly DeskRow[] | null> {
    const desk = this.#desk
    const signal = desk.run('export')
    const { search } = desk.view.wish
    const { day } = desk.view.desk!
    const rows: DeskRow[] = []
    let cursor: string | null = null
    do {
      this.#reading = rows.length
      desk.redraw()
      const query: Readonly<Record<string, string>> = {
        day,
        search,
        limit: `${PAGE}`,
        ...(cursor === null ? {} : { cursor }),
      }
      const answer: Answer<DeskPage> = await desk.client().call(web.listDeskSales, { query, signal })
      if (signal.aborted || !answer.ok) {
        this.#reading = null
        if (!signal.aborted && !answer.ok) desk.step({ type: 'failed', action: 'list', code: answer.code })
        return null
      }
      rows.push(...answer.value.sales)
      cursor = answer.value.cursor
    } while (cursor !== null && rows.length <= most)
    this.#reading = null
    desk.redraw()
    return rows
  }
}
