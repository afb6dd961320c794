// <terminal-desk>: properties in, views out. What happens, the controller performs and the machine decides; importing this file
// registers nothing.
import type { DeskRow } from '@tapboard/contract'
import { html, nothing, type CSSResult, type PropertyValues, type TemplateResult } from 'lit'
import { DESK_FILES } from '../languages/desk.files.ts'
import type { DeskDictionary, PayDictionary, PayRefundDictionary } from '../languages/dictionary.ts'
import { LanguageController } from '../languages/language.controller.ts'
import { PAY_FILES } from '../languages/pay.files.ts'
import { adoptStyles } from '../shared/adopted.ts'
import { button, notice } from '../shared/controls.ts'
import { CONTROL_STYLES } from '../shared/controls.styles.ts'
import { Later } from '../shared/later.ts'
import { faultText, isSetup, requireObject } from '../shared/mistakes.ts'
import { over } from '../shared/over.ts'
import { secondsTo } from '../shared/retry.ts'
import { TapboardElement } from '../shared/tapboard-element.ts'
import { THEME } from '../shared/theme.styles.ts'
import { pause } from '../shared/wake.ts'
import { Formats } from './desk.format.ts'
import type { Details } from './details.part.ts'
import type { Exporter } from './export.part.ts'
import { renderHead, renderTotals } from './head.view.ts'
import { renderList } from './list.view.ts'
import { renderOpen } from './open.view.ts'
import type { Scene } from './scene.ts'
import type { Settler } from './settle.part.ts'
import { TerminalDeskController } from './terminal-desk.controller.ts'
import {
  EMPTY,
  isFirstPage,
  isUnresolved,
  shownRows,
  type DeskView,
  type Phase,
} from './terminal-desk.machine.ts'
import { DESK_ENGLISH, type BaseStrings, type DeskStrings } from './terminal-desk.strings.ts'
import { STYLES } from './terminal-desk.styles.ts'

/** A search is read after a pause in typing of this length. */
const TYPING_MS = 300

/** Texts of the element in one language: its own, and those of the form to settle a sale or refund. */
type Texts = DeskDictionary & Partial<PayDictionary & PayRefundDictionary>

/**
 * Shows a manager the sales of a merchant: the day, its totals, and first of all the sales of unknown result. A manager settles and
 * refunds sales in it.
 *
 * @tag terminal-desk
 * @slot header - Above everything else.
 * @slot footer - Below everything else.
 * @csspart card - The whole element.
 * @csspart header - Merchant, title and day.
 * @csspart title - The heading.
 * @csspart badge - "Test", where no money moves.
 * @csspart connection - Whether the list is up to date.
 * @csspart days - The choice of the day.
 * @csspart totals - The totals of the day.
 * @csspart total - One total.
 * @csspart open - The sales of unknown result.
 * @csspart open-sale - One sale of unknown result.
 * @csspart resolve - The form to decide with what became of a sale.
 * @csspart refund - The refund of a sale, in place of the list.
 * @csspart list - Search, rows and pages.
 * @csspart row - One row.
 * @csspart pages - The buttons to other pages.
 * @csspart notice - A framed message.
 * @csspart button - Every button.
 * @csspart main-button - The one that goes on.
 * @cssState loading - The day is being read.
 * @cssState fault - The day cannot be read.
 * @cssState ready - The day is shown.
 */
export class TerminalDesk extends TapboardElement<Phase> {
  static override styles = [THEME, CONTROL_STYLES, STYLES]
  static override properties = {
    strings: { attribute: false },
  }

  /** Texts that replace the element's own. */
  declare strings: Partial<DeskStrings> | undefined

  readonly #desk: TerminalDeskController
  readonly #language: LanguageController<Texts>
  readonly #settler: Later<Settler>
  readonly #exporter: Later<Exporter>
  readonly #details: Later<Details>
  /** The sale that was being settled at the last drawing. */
  #settling: DeskRow | null = null
  /** What decides the place of the rows, at the last drawing, and how often it changed. */
  #places = ''
  #moves = 0
  /** Number of style sheets in use. */
  #sheets = 0

  constructor() {
    super()
    const desk = new TerminalDeskController(this)
    this.#desk = desk
    this.#language = new LanguageController<Texts>(this, [DESK_FILES], (mistake) => desk.report(mistake))
    this.#settler = new Later(
      async () => {
        const [{ Settler: Part }] = await Promise.all([
          import('./settle.part.ts'),
          this.#language.need(PAY_FILES),
        ])
        return new Part(desk, this.#language)
      },
      () => desk.redraw(),
    )
    this.#details = new Later(
      async () => new (await import('./details.part.ts')).Details(desk),
      () => desk.redraw(),
    )
    this.#exporter = new Later(
      async () => new (await import('./export.part.ts')).Exporter(desk),
      () => desk.redraw(),
    )
  }

  /** What the element shows; also a custom state: `terminal-desk:state(ready)`. */
  override get phase(): Phase {
    return this.#language.waiting ? 'loading' : this.#desk.phase
  }

  /** Asks `getToken` for a new token and reads the day again. */
  refresh(): Promise<void> {
    return this.#desk.renew()
  }

  /** Styles of the element and of its loaded parts. */
  protected override get sheets(): readonly CSSResult[] {
    const parts = [this.#settler.part, this.#details.part]
    return [...super.sheets, ...parts.flatMap((part) => part?.styles ?? [])]
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.applyProperties(changed, this.#desk)
    requireObject('strings', this.strings, 'an object of texts', (mistake) => this.#desk.report(mistake))
    this.applyPhase()
    const { view } = this.#desk
    const { desk, settling } = view
    const places = placesOf(view)
    if (places !== this.#places) this.#moves += 1
    this.#places = places
    if (desk) this.#details.foresee()
    // The network may be gone when it is needed.
    if (settling || (desk?.rights.includes('resolve') && desk.open.some(isUnresolved)))
      this.#settler.foresee()
  }

  protected override update(changed: PropertyValues): void {
    const root = this.renderRoot as ShadowRoot
    if (this.#sheets !== this.sheets.length) adoptStyles(root, this.sheets)
    this.#sheets = this.sheets.length
    const { activeElement } = root
    const { id } = activeElement ?? {}
    const before = this.#settling
    const { settling } = this.#desk.view
    this.#settling = settling
    super.update(changed)
    // The person opened or closed the form: the focus goes to the sale, or back to its button.
    if (settling?.id !== before?.id)
      (settling
        ? root.getElementById('settling')
        : root.getElementById(`open-${before!.id}`)?.querySelector('button')
      )?.focus()
    // A new row moves the others down: the focus goes with its row.
    if (id && activeElement === root.activeElement && activeElement?.id !== id)
      root.getElementById(id)?.focus()
  }

  /** What a drawing is made of. */
  #scene(): Scene {
    const { lang, texts, waiting } = this.#language
    const desk = this.#desk
    const view = waiting ? EMPTY : desk.view
    return {
      view,
      text: over(over(DESK_ENGLISH, texts.desk), this.strings) as BaseStrings,
      payTexts: texts,
      lang: lang || 'en',
      formats: new Formats(lang || 'en', view.desk?.timeZone ?? 'UTC'),
      nowMs: desk.clock.now(),
      actions: desk,
      search: (typed, atOnce) => void this.#search(typed, atOnce),
      settler: this.#settler,
      exporter: this.#exporter,
      details: this.#details,
    }
  }

  protected override render(): TemplateResult {
    const { spoken, dir } = this.#language
    const scene = this.#scene()
    const { desk, fault } = scene.view
    return html`<section
      part="card"
      class=${desk ? (this.#moves % 2 ? 'odd' : 'even') : nothing}
      aria-labelledby="title"
      lang=${(!this.strings && spoken) || nothing}
      dir=${dir ?? nothing}
    >
      <slot name="header"></slot>
      ${renderHead(scene)}
      ${desk ? this.#renderDesk(scene) : fault ? this.#renderFault(scene) : renderBones()}
      <slot name="footer"></slot>
      <p class="unseen" role="status">${desk ? this.#spoken(scene) : ''}</p>
    </section>`
  }

  #renderDesk(scene: Scene): TemplateResult {
    const { note, refunding } = scene.view
    const refund = refunding && this.#details.part?.renderRefund(scene, refunding)
    // News makes the unresolved sales and the totals longer or shorter: the refund is above both.
    return html`${note ? notice(note.kind, html`<b><bdi>${note.text}</bdi></b>`) : nothing} ${refund}
    ${renderOpen(scene)} ${renderTotals(scene)} ${refund ? nothing : renderList(scene)}`
  }

  /** The cause, the time of the next try, and a button to try at once. */
  #renderFault({ text, view, actions }: Scene): TemplateResult {
    const { code } = view.fault!
    const cause = text.problems[code] ?? text.problems[faultText(code)] ?? text.problems['otherwise']
    return notice(
      'bad',
      html`<b>${cause}</b>
        ${isSetup(code) ? nothing : html`<p class="quiet">${text.retrying(secondsTo(actions.retry, performance.now()))}</p>`}
        ${button(text.tryAgain, () => actions.renew(), false, 'main')}`,
    )
  }

  /** Text for the live region: a result of the person's action, or the number of unresolved sales. */
  #spoken(scene: Scene): string {
    const { formats, settler, text, view } = scene
    const { desk, fault, note, settling, wish } = view
    if (note) return note.text
    const form = settling ? settler.part?.takeSpoken() : ''
    if (form) return form
    if (fault) return text.problems[fault.code] ?? text.problems['otherwise']!
    const { rows, of, loading } = shownRows(view)
    if (!isFirstPage(wish) && !loading && !rows.length) return text.notFound
    if (of.cursors.length) return text.page(formats.number(of.cursors.length + 1))
    const count = desk!.open.filter(isUnresolved).length
    return count ? `${text.unresolved} ${formats.number(count)}` : ''
  }

  /** Reads a changed search after a pause in typing, or at once. */
  async #search(typed: string, atOnce = false): Promise<void> {
    const signal = this.#desk.run('typing')
    if (!atOnce) await pause(TYPING_MS, signal)
    const search = typed.trim()
    if (signal.aborted || search === this.#desk.view.wish.search) return
    this.#desk.look({ search, exact: null, cursors: [] })
  }
}

/** Everything that moves rows without a press of the person on them: their order, the unresolved sales, a notice. */
const placesOf = (view: DeskView): string =>
  [...(view.desk?.open.filter(isUnresolved) ?? []), view.fault?.action, ...shownRows(view).rows]
    .map((part) => (typeof part === 'object' ? part.id : part))
    .join()

/** A skeleton of the next screen, at its size. */
const renderBones = (): TemplateResult =>
  html`<div class="bones" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>`

declare global {
  interface HTMLElementTagNameMap {
    'terminal-desk': TerminalDesk
  }
}
