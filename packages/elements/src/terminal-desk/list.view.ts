// The list of <terminal-desk>: search, one page of rows, their details, and the other pages. A page has at most 25 rows, so a day of
// any length draws as fast as a short one.
import { DESK_PAGE, type DeskRow } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { button, notice, type Part } from '../shared/controls.ts'
import { secondsTo } from '../shared/retry.ts'
import { cardOf } from './desk.format.ts'
import { renderLater } from './late.view.ts'
import type { Scene } from './scene.ts'
import { countOf, isFirstPage, isUnresolved, OPEN, shownRows } from './terminal-desk.machine.ts'

/** Renders the search and the buttons for CSV and print. */
function renderTools(scene: Scene): TemplateResult {
  const { actions, exporter, search, text, view } = scene
  const { wish } = view
  if (wish.exact !== null)
    return html`<div class="row tools">
      <h3 class="grow"><bdi>${text.onAllDays(wish.exact)}</bdi></h3>
      ${button(text.clear, () => actions.look({ exact: null, search: '', cursors: [] }))}
    </div>`
  const busy = exporter.part?.busyText(scene) ?? null
  const run = async (what: 'csv' | 'print'): Promise<void> => {
    await exporter.load()
    await exporter.part?.[what](scene)
  }
  return html`<div class="row tools">
    <form
      role="search"
      class="grow row"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault()
        search(new FormData(event.target as HTMLFormElement).get('search') as string, true)
      }}
    >
      <label class="unseen" for="search">${text.search}</label>
      <input
        id="search"
        class="grow"
        name="search"
        type="search"
        maxlength="64"
        autocomplete="off"
        spellcheck="false"
        placeholder=${text.searchHint}
        .value=${wish.search}
        @input=${({ target }: Event) => search((target as HTMLInputElement).value)}
      />
    </form>
    ${button(busy ?? text.csv, () => run('csv'), busy !== null)}
    ${button(text.print, () => run('print'), busy !== null)}
  </div>`
}

const COLUMNS = ['time', 'order', 'amount', 'state', 'card', 'terminal'] as const

/** The class of a state: its colour; the text names the state. */
const tone = (row: DeskRow): string =>
  row.state === 'approved' ? 'good' : isUnresolved(row) ? 'warn' : OPEN.has(row.state) ? 'busy' : ''

/** The state in words; a refund is not "paid". */
const stateOf = ({ text }: Scene, { kind, state }: DeskRow): string =>
  kind === 'refund' && state === 'closed_unpaid' ? text.notRefunded : text.states[state]

/** The details of a row. */
const renderDetails = (scene: Scene, row: DeskRow): TemplateResult =>
  html`<tr class="details" role="row" id=${`details-${row.id}`}>
    <td role="cell" colspan=${COLUMNS.length}>
      ${renderLater(scene, scene.details, (details) => details.render(scene, row))}
    </td>
  </tr>`

/** One row, and its details while they are open. */
function renderRow(scene: Scene, row: DeskRow): TemplateResult {
  const { actions, formats, text, view } = scene
  const { id, kind, order, device, createdAtMs } = row
  const isOpen = view.opened === id
  const at = view.wish.exact === null ? formats.time(createdAtMs) : formats.moment(createdAtMs)
  const toggle = (): void => actions.step({ type: 'opened', id: isOpen ? null : id })
  return html`<tr role="row" part="row" class=${isOpen ? 'opened' : ''} @click=${toggle}>
      <td role="cell" class="time">${at}</td>
      <td role="cell" class="order">
        <button
          type="button"
          class="link"
          id=${`row-${id}`}
          aria-expanded=${isOpen ? 'true' : 'false'}
          aria-controls=${isOpen ? `details-${id}` : nothing}
          aria-label=${text.details(order)}
        >
          <bdi>${order}</bdi>
        </button>
        ${kind === 'refund' ? html`<span class="count">${text.refund}</span>` : nothing}
      </td>
      <td role="cell" class="amount"><bdi>${formats.amountOf(row)}</bdi></td>
      <td role="cell" class="state"><span class=${`dot ${tone(row)}`}>${stateOf(scene, row)}</span></td>
      <td role="cell" class="card"><bdi>${cardOf(row)}</bdi></td>
      <td role="cell" class="terminal"><bdi>${device.name}</bdi></td>
    </tr>
    ${isOpen ? renderDetails(scene, row) : nothing}`
}

/** The text in place of rows. */
function renderEmpty({ text, view }: Scene): TemplateResult {
  const { day, today } = view.desk!
  return html`<p class="empty">
    ${isFirstPage(view.wish) ? (day === today ? text.empty : text.emptyDay) : text.notFound}
  </p>`
}

/** Continues a search on all days. */
function renderOtherDays({ actions, text, view }: Scene): Part {
  const { search } = view.wish
  const find = (): void => actions.look({ exact: search, search: '', cursors: [] })
  return search ? html`<p class="tools">${button(text.otherDays(search), find)}</p>` : nothing
}

/** The place of the shown rows, and the other pages. */
function renderPages({ actions, formats, text, view }: Scene): Part {
  const { cursors } = view.wish
  const { of, rows, cursor } = shownRows(view)
  if (!cursors.length && !cursor) return nothing
  const page = of.cursors.length
  const first = page * DESK_PAGE
  const isWhole = isFirstPage({ ...of, cursors: [] })
  const place = isWhole
    ? text.rows(
        formats.number(first + 1),
        formats.number(first + rows.length),
        formats.number(countOf(view.desk!.totals)),
      )
    : text.page(formats.number(page + 1))
  return html`<nav class="row pages" part="pages">
    ${button(text.newer, () => actions.look({ cursors: cursors.slice(0, -1) }), !cursors.length)}
    <span class="quiet">${place}</span>
    ${button(text.older, () => cursor && actions.look({ cursors: [...cursors, cursor] }), !cursor)}
  </nav>`
}

/** The problem of a read of rows, with the time of the next try. */
function renderProblem({ actions, text, view }: Scene): Part {
  if (view.fault?.action !== 'list') return nothing
  const { code } = view.fault
  return notice(
    'bad fault',
    html`<b>${text.problems[code] ?? text.problems['otherwise']}</b>
      <p class="quiet">${text.retrying(secondsTo(actions.listRetry, performance.now()))}</p>
      ${button(text.tryAgain, () => actions.list())}`,
  )
}

/** Renders the search, the rows and the buttons of the pages. */
export function renderList(scene: Scene): TemplateResult {
  const { exporter, text, view } = scene
  const page = shownRows(view)
  const { loading } = page
  const rows = exporter.part?.printed ?? page.rows
  const isEmpty = !rows.length && !loading
  return html`<div class="list" part="list">
    ${renderTools(scene)} ${renderProblem(scene)} ${isEmpty && !view.fault ? renderEmpty(scene) : nothing}
    ${
      rows.length
        ? html`<table role="table" aria-label=${text.title} aria-busy=${loading ? 'true' : 'false'}>
            <thead role="rowgroup">
              <tr role="row">
                ${COLUMNS.map((name) => html`<th role="columnheader" scope="col" class=${name}>${text[name]}</th>`)}
              </tr>
            </thead>
            <tbody role="rowgroup" class="rows">
              ${repeat(
                rows,
                ({ id }) => id,
                (row) => renderRow(scene, row),
              )}
            </tbody>
          </table>`
        : loading && !view.fault
          ? html`<div class="bones" aria-hidden="true"><i></i><i></i><i></i></div>`
          : nothing
    }
    ${exporter.part?.renderCut(scene)} ${renderPages(scene)} ${loading ? nothing : renderOtherDays(scene)}
  </div>`
}
