// The list of <terminal-desk>: search, one page of rows, their details, and the other pages. A page has at most 25 rows, so a day of
// any length draws as fast as a short one.
import { DESK_PAGE, type DeskRow } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, notice, type Part } from '../shared/controls.ts'
import { secondsTo } from '../shared/retry.ts'
import { cardOf } from './desk.format.ts'
import { renderLater } from './late.view.ts'
import type { Scene } from './scene.ts'
import { countOf, isUnresolved, shownRows } from './terminal-desk.machine.ts'

/** Search, CSV and print. */
function renderTools(scene: Scene): TemplateResult {
  const { actions, exporter, search, text, view } = scene
  const { wish } = view
  if (wish.order !== null)
    return html`<div class="row tools">
      <h3 class="grow"><bdi>${text.allAttempts(wish.order)}</bdi></h3>
      ${button(text.clear, () => actions.look({ order: null, search: '', cursors: [] }))}
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
  row.state === 'approved'
    ? 'good'
    : isUnresolved(row)
      ? 'warn'
      : /^(intent|sending|started)$/.test(row.state)
        ? 'busy'
        : ''

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
  const { id, kind, order, state, device, createdAtMs } = row
  const isOpen = view.opened === id
  const at = view.wish.order === null ? formats.time(createdAtMs) : formats.moment(createdAtMs)
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
      <td role="cell" class="state"><span class=${`dot ${tone(row)}`}>${text.states[state]}</span></td>
      <td role="cell" class="card"><bdi>${cardOf(row)}</bdi></td>
      <td role="cell" class="terminal"><bdi>${device.name}</bdi></td>
    </tr>
    ${isOpen ? renderDetails(scene, row) : nothing}`
}

/** The text in place of rows. */
function renderEmpty(scene: Scene): TemplateResult {
  const { actions, text, view } = scene
  const { desk, wish } = view
  const { search } = wish
  if (wish.order !== null) return html`<p class="empty">${text.nowhere}</p>`
  if (!search) return html`<p class="empty">${desk!.day === desk!.today ? text.empty : text.emptyDay}</p>`
  return html`<div class="empty">
    <p>${text.notFound}</p>
    ${button(html`<bdi>${text.otherDays(search)}</bdi>`, () => actions.look({ order: search, cursors: [] }))}
  </div>`
}

/** The other pages. */
function renderPages({ actions, formats, text, view }: Scene, cursor: string | null, rows: number): Part {
  const { wish, desk } = view
  const { cursors } = wish
  const page = cursors.length
  if (!page && !cursor) return nothing
  const isWhole = !wish.search && wish.order === null
  const first = page * DESK_PAGE
  const place = isWhole
    ? text.rows(
        formats.number(first + 1),
        formats.number(first + rows),
        formats.number(countOf(desk!.totals)),
      )
    : text.page(formats.number(page + 1))
  return html`<nav class="row pages" part="pages">
    ${button(text.newer, () => actions.look({ cursors: cursors.slice(0, -1) }), !page)}
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

/** Search, rows and pages. */
export function renderList(scene: Scene): TemplateResult {
  const { exporter, text, view } = scene
  const page = shownRows(view)
  const { cursor, loading } = page
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
            <tbody role="rowgroup">
              ${rows.map((row) => renderRow(scene, row))}
            </tbody>
          </table>`
        : loading && !view.fault
          ? html`<div class="bones" aria-hidden="true"><i></i><i></i><i></i></div>`
          : nothing
    }
    ${exporter.part?.renderCut(scene)} ${renderPages(scene, cursor, rows.length)}
  </div>`
}
