// <terminal-pay>: properties in, views out. What happens, the controller performs and the machine decides; importing
// this file registers nothing.
import { html, nothing, type CSSResult, type PropertyValues, type TemplateResult } from 'lit'
import { LanguageController } from '../languages/language.controller.ts'
import { PAY_FILES } from '../languages/pay.files.ts'
import { Later } from '../shared/later.ts'
import { adoptStyles } from '../shared/adopted.ts'
import { phrase, phrases, spokenOf } from './choice.phrases.ts'
import { LONG_LIST, SETTLE_MS } from './choice.situation.ts'
import { renderChoosing } from './choosing.view.ts'
import { type Part } from '../shared/controls.ts'
import { faultText, message, retrying } from './controls.ts'
import { renderFault, renderHead, renderLoading } from './frame.view.ts'
import { over } from '../shared/over.ts'
import { requireObject } from '../shared/mistakes.ts'
import { TapboardElement } from '../shared/tapboard-element.ts'
import type { Registrar } from './register.part.ts'
import type { Scene } from './scene.ts'
import { TerminalPayController } from './terminal-pay.controller.ts'
import type { Strings } from './english.ts'
import { CONTROL_STYLES } from '../shared/controls.styles.ts'
import { THEME } from '../shared/theme.styles.ts'
import { STYLES } from './terminal-pay.styles.ts'
import type { Phase } from './truth-row.ts'
import { EMPTY } from './view.ts'

/** The views of the phases without a sale; the sale part renders the others. */
const VIEWS: Readonly<Partial<Record<Phase, (scene: Scene) => Part>>> = {
  loading: renderLoading,
  fault: renderFault,
  choosing: renderChoosing,
}

/**
 * Takes a card-present payment on a terminal.
 *
 * @tag terminal-pay
 * @slot header - Above everything else.
 * @slot footer - Below everything else.
 * @csspart card - The whole element.
 * @csspart header - The lines above everything that changes.
 * @csspart amount - The amount to pay, where the title does not contain it.
 * @csspart badge - "Test", where no money moves.
 * @csspart terminal-name - The terminal of the sale, in the first line.
 * @csspart title - The heading that says what is going on.
 * @csspart device - One terminal to choose.
 * @csspart steps - What has happened, and what comes.
 * @csspart notice - A framed message.
 * @csspart facts - What is known of a sale, such as reference and time.
 * @csspart pairing-code - What to type at a terminal that is being registered.
 * @csspart resolve - The form to decide with what became of a sale.
 * @csspart button - Every button.
 * @csspart main-button - The one that goes on.
 * @cssState loading - Terminals and order are being read.
 * @cssState fault - Nothing can be done before something is set right.
 * @cssState choosing - A sale can be started.
 * @cssState queued - A charge waits until its terminal is free.
 * @cssState contacting - The press or the sale is on its way to the terminal.
 * @cssState waiting - The terminal has the sale.
 * @cssState unwatched - The sale is hidden; it may still be open on the terminal.
 * @cssState doubt - The result is unknown.
 * @cssState review - The answers contradict each other, and a manager must check.
 * @cssState approved - The payment was approved, or marked as paid by a manager.
 * @cssState unpaid - The attempt has ended without a payment.
 * @cssState done - The person is done with a paid result.
 * @cssState closed - The person has closed an attempt without a payment.
 */
export class TerminalPay extends TapboardElement<Phase> {
  static override styles = [THEME, CONTROL_STYLES, STYLES]
  static override properties = {
    strings: { attribute: false },
    headless: { type: Boolean },
    places: { attribute: false },
    refund: {},
    resolve: { type: Boolean },
    setup: { type: Boolean },
    sound: { type: Boolean },
  }

  /** Texts that replace the element's own. */
  declare strings: Partial<Strings> | undefined
  /** The page has its own pay button and calls `start()`. */
  declare headless: boolean
  /**
   * Place of each terminal by the terminal's ID, such as `{ dev_1: 'Ground floor' }`. The list of terminals has one group for each
   * place, in the order of the terminals; terminals without a place come last.
   */
  declare places: Readonly<Record<string, string>> | undefined
  /**
   * ID of the sale to refund. The element then pays back instead of taking a payment: `getToken` is asked for a `refund` token
   * with this ID as `sale`. Use one element for each refund.
   */
  declare refund: string
  /**
   * The person is a manager: may settle a sale whose result is unknown, once the terminal is free; `getToken` is then asked for
   * a `resolve` token.
   */
  declare resolve: boolean
  /** Offers "Register a terminal"; `getToken` is then asked for a `setup` token too. */
  declare setup: boolean
  /**
   * Signals each result once by two or three tones, and by vibration where the device can and motion is allowed. A browser plays
   * no sound before the person has pressed something.
   */
  declare sound: boolean

  readonly #pay: TerminalPayController
  readonly #register: Later<Registrar>
  readonly #language: LanguageController<Strings>
  #lang = ''
  /** Styles of the later parts that are loaded. */
  #laterStyles: readonly CSSResult[] = []
  /** What the live region says, and what it will say once that lasts. */
  #spoken = ''
  #wanted = ''
  #speaking: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.headless = false
    this.refund = ''
    this.resolve = false
    this.setup = this.sound = false
    const pay = new TerminalPayController(this, (files) => this.#language.need(files))
    this.#pay = pay
    this.#register = new Later(
      async () => new (await import('./register.part.ts')).Registrar(pay),
      () => pay.redraw(),
    )
    this.#language = new LanguageController<Strings>(this, [PAY_FILES], (mistake) =>
      this.#pay.report(mistake),
    )
  }

  /** What the element shows; also a custom state: `terminal-pay:state(waiting)`. */
  override get phase(): Phase {
    return this.#language.waiting ? 'loading' : this.#pay.phase
  }

  /** Starts the sale on the chosen terminal; does nothing while none can start, as before `terminal-pay-ready`. */
  start(): Promise<void> {
    return this.#pay.start()
  }

  /** Asks `getToken` for a new token and reads terminals and order again, for example after the page's order has changed. */
  refresh(): Promise<void> {
    return this.#pay.renew()
  }

  /** Stops following the sale; it goes on at the terminal. */
  stopWatching(): void {
    this.#pay.step({ type: 'watched', watching: false })
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('refund')) this.#pay.configure()
    this.applyProperties(changed, this.#pay)
    requireObject('strings', this.strings, 'an object of texts', (mistake) => this.#pay.report(mistake))
    const phase = this.applyPhase()
    // The browser's first number format takes longer than all other drawing: no control waits for it.
    this.#lang = phase === 'choosing' && !this.#pay.isPainted ? '' : this.#language.lang
    if (phase !== 'choosing') this.#pay.list.part?.close()
    else if (this.#lang || !this.#pay.view.deviceId) this.#pay.list.foresee()
    if (this.setup && this.#lang && phase === 'choosing') this.#register.foresee()
    if (this.resolve) this.#pay.sale.part?.foreseeResolve(phase)
  }

  protected override update(changed: PropertyValues): void {
    const { sale, list } = this.#pay
    const styles = [sale.part, list.part].flatMap((part) => part?.styles ?? [])
    if (styles.length !== this.#laterStyles.length) {
      this.#laterStyles = styles
      adoptStyles(this.renderRoot as ShadowRoot, this.sheets)
    }
    super.update(changed)
    this.#pay.drawn()
  }

  /** Styles of the element and of its later parts, once they are loaded. */
  protected override get sheets(): readonly CSSResult[] {
    return [...super.sheets, ...this.#laterStyles]
  }

  /** What a drawing is made of. */
  #scene(): Scene {
    const { texts, waiting } = this.#language
    const pay = this.#pay
    const { rules } = pay
    const view = waiting ? EMPTY : pay.view
    const nowMs = pay.clock.now()
    const who = this.resolve ? 'manager' : 'clerk'
    const sale = pay.sale.part
    const text = over(over(rules.english, texts), this.strings) as Scene['text']
    return {
      ...rules.shownOf(view, nowMs, who),
      view,
      nowMs,
      who,
      phrasing: rules.phrasing,
      text: sale?.textsOf(text) ?? text,
      lang: this.#lang,
      headless: this.headless,
      setup: this.setup,
      actions: pay,
      register: this.#register,
      list: pay.list,
      sale,
      resolve: (this.resolve && sale?.resolve) || null,
    }
  }

  protected override render(): TemplateResult {
    const { spoken, dir, waiting } = this.#language
    const scene = this.#scene()
    const registrar = this.#register.part?.form ? this.#register.part : null
    const title = waiting ? '\xa0' : registrar ? scene.text.register : phrase(scene.row.title, scene)
    const fault = faultText(scene)
    // Above the row of the chosen terminal, or a search field, only a screen reader needs the heading.
    const { deviceId, checkout } = scene.view
    const isTitled =
      registrar || scene.row.phase !== 'choosing' || (!deviceId && checkout!.devices.length <= LONG_LIST)
    const view = VIEWS[scene.row.phase]
    const body = registrar ? registrar.render(scene) : view ? view(scene) : scene.sale?.render(scene)
    const words =
      scene.resolve?.part?.takeSpoken() ||
      registrar?.spoken(scene) ||
      scene.sale?.spoken(scene) ||
      scene.list.part?.spoken(scene) ||
      (registrar ? title : spokenOf(phrases(scene.row.spoken, scene)))
    this.#say([fault, words].filter((each) => each.trim()).join(' '))
    const look = isTitled ? nothing : 'unseen'
    const heading = html`<h2 class=${look} id="title" part="title" tabindex="-1">${title}</h2>`
    return html`<section
      part="card"
      aria-labelledby="title"
      aria-busy=${(scene.row.phase === 'choosing' && !scene.sale && !this.#pay.isSaleMissing) || nothing}
      lang=${(!this.strings && spoken) || nothing}
      dir=${dir ?? nothing}
    >
      <slot name="header"></slot>
      ${renderHead(scene)} ${scene.sale ? scene.sale.renderStage(scene, heading) : heading}
      ${fault ? message('bad fault', fault, retrying(scene)) : nothing} ${body}
      <slot name="footer"></slot>
      <p class="unseen" role="status">${this.#spoken}</p>
    </section>`
  }

  /** Says what lasts: words that change again at once are never heard. */
  #say(words: string): void {
    if (words === this.#wanted) return
    this.#wanted = words
    clearTimeout(this.#speaking)
    if (words)
      this.#speaking = setTimeout(() => {
        this.#spoken = words
        this.requestUpdate()
      }, SETTLE_MS)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'terminal-pay': TerminalPay
  }
}
