// <merchant-apply>: renders the shown step from its properties and the machine's view. The controller performs requests and the
// machine decides. Importing this file registers no element.
import { html, nothing, type CSSResult, type PropertyValues, type TemplateResult } from 'lit'
import type { Step } from '@tapboard/contract'
import { APPLY_FILES } from '../languages/apply.files.ts'
import type { ApplyTexts } from '../languages/dictionary.ts'
import { LanguageController } from '../languages/language.controller.ts'
import { adoptStyles } from '../shared/adopted.ts'
import type { ErrorDetail } from '../shared/fault.ts'
import { badProperty, requireObject } from '../shared/mistakes.ts'
import { TapboardElement } from '../shared/tapboard-element.ts'
import type { LookUpAddress, LookUpBusiness } from './look-up.ts'
import { MerchantApplyController } from './merchant-apply.controller.ts'
import { EMPTY, isLocked, phaseOf, type Phase } from './merchant-apply.machine.ts'
import type { ApplyStrings } from './apply-strings.ts'
import { ENGLISH, EMPTY_TEXTS } from './merchant-apply.strings.ts'
import { Wording } from './fields/wording.ts'
import { CONTROL_STYLES } from '../shared/controls.styles.ts'
import { THEME } from '../shared/theme.styles.ts'
import { STYLES } from './merchant-apply.styles.ts'
import { prefilled, type Prefill } from './paths.ts'
import { isOpen, stepsOf } from './route.ts'
import {
  renderFault,
  renderFoot,
  renderHead,
  renderLoading,
  renderSteps,
  renderButtons,
  renderCount,
  announcementOf,
  titleOf,
  type Shell,
} from './shell.view.ts'
import type { GetTermsToken, StepScene } from './step.ts'

/**
 * Lets a merchant apply for an account: plan, business, people, bank, agreement, submission, status.
 *
 * @tag merchant-apply
 * @slot header - Above everything else.
 * @slot help - Below the shown step.
 * @slot footer - Below everything else.
 * @slot terms - The terms, if the page shows them (mode `host` of the BFF).
 * @csspart card - The whole element.
 * @csspart head - The line with the partner's name.
 * @csspart badge - "Test", in the sandbox.
 * @csspart progress - The list of steps.
 * @csspart title - The heading of the step.
 * @csspart content - The step.
 * @csspart summary - "There is a problem", with a link to each invalid field.
 * @csspart notice - A framed message.
 * @csspart field - A field with its label.
 * @csspart input - A text field or a list.
 * @csspart message - The line below a field: its error, its warning or a remark.
 * @csspart choice - An option or a checkbox.
 * @csspart plan - An offered plan.
 * @csspart known - An answer that the form knows, with a button to change it.
 * @csspart statement - The name of the business on a card statement.
 * @csspart person - An owner or signer in the list.
 * @csspart answers - A section of the answers on the page that shows all of them.
 * @csspart facts - A list of names and values, such as the application ID.
 * @csspart document - A document of the terms.
 * @csspart document-text - The text of a document.
 * @csspart frame - The vendor's frame with the terms (mode `frame` of the BFF).
 * @csspart way - The row of the back and forward buttons.
 * @csspart saved - The line about the state of the draft.
 * @csspart link - A button that looks like a link.
 * @csspart button - Every button except links.
 * @csspart main-button - The button that continues or submits.
 * @cssState loading - The application is being read.
 * @cssState fault - The application cannot be read, or the page is set up wrongly.
 * @cssState filling - The application can be filled in.
 * @cssState submitting - The application is being sent.
 * @cssState doubt - The application may have been received; its status is being polled.
 * @cssState submitted - The service has received the application.
 */
export class MerchantApply extends TapboardElement<Phase> {
  static override styles = [THEME, CONTROL_STYLES, STYLES]
  static override properties = {
    getTermsToken: { attribute: false },
    lookUpAddress: { attribute: false },
    lookUpBusiness: { attribute: false },
    strings: { attribute: false },
    prefill: { attribute: false },
    tier: {},
    readonly: { type: Boolean },
    isolate: { type: Boolean },
    history: { type: Boolean },
  }

  /** Returns the terms token, if the page shows the terms (mode `host`). */
  declare getTermsToken: GetTermsToken | undefined
  /**
   * Finds addresses while a person types a street address, and the city of a ZIP or postal code. The element shows the answers as
   * suggestions. Without it, or when it fails, the person types the address.
   */
  declare lookUpAddress: LookUpAddress | undefined
  /** Finds businesses while a person types the legal name, and fills in the known answers. */
  declare lookUpBusiness: LookUpBusiness | undefined
  /** Texts that replace those of the element and its steps, by key. */
  declare strings: ApplyStrings | undefined
  /** Known values: complete steps are skipped and shown in the review. Applied until the person types. */
  declare prefill: Prefill | undefined
  /** TierName of a plan. If it is offered, the person does not choose one. */
  declare tier: string | null
  /** Shows the review and allows no change. */
  declare readonly: boolean
  /**
   * Secrets – SSN, tax ID, account number – are typed in sandboxed frames of the BFF, which no script of the page can read. Needs
   * `frame-src` with the BFF in a Content Security Policy. Read when the element loads the application.
   */
  declare isolate: boolean
  /**
   * Each step has an entry in the browser's history: Back leads to the step before, and leaves the page from the first one. Keeps the
   * page's URL and state. Not for a page that itself goes back in the history while the element is shown, such as to close a dialog.
   */
  declare history: boolean

  readonly #form: MerchantApplyController
  readonly #language: LanguageController<ApplyTexts>
  #wording = new Wording()
  #layers: readonly unknown[] = []
  /** Styles of the fields and of the shell around them, then those of the shown step. */
  #stepStyles: readonly CSSResult[] = []

  constructor() {
    super()
    this.tier = null
    this.readonly = false
    this.isolate = false
    this.history = false
    this.#form = new MerchantApplyController(this, (...files) => this.#language.need(...files))
    this.#language = new LanguageController<ApplyTexts>(this, [APPLY_FILES], (mistake) =>
      this.#form.report(mistake),
    )
  }

  /** The coarse state; also a custom state: `merchant-apply:state(filling)`. */
  override get phase(): Phase {
    return this.#language.waiting ? 'loading' : phaseOf(this.#form.view)
  }

  /** The shown step. */
  get step(): Step {
    return this.#form.view.step
  }

  /** Shows a step that the person has reached; a no-op for a later step. */
  goTo(step: Step): Promise<void> {
    const { view } = this.#form
    return isOpen(view, step) && !view.sending ? this.#form.enter(step, null) : Promise.resolve()
  }

  /** Reads the application again with a new token; keeps typed values. */
  refresh(): Promise<void> {
    this.#form.renew()
    return this.#form.load()
  }

  /** Deletes the draft in the BFF and here, and starts over. */
  discard(): Promise<void> {
    return this.#form.discard()
  }

  /** Styles of the element and of the shown step; the styles of a step never apply to another step. */
  protected override get sheets(): readonly CSSResult[] {
    return [...super.sheets, ...this.#stepStyles]
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.applyProperties(changed, this.#form)
    this.#form.applyPrefill()
    const report = (mistake: ErrorDetail): void => this.#form.report(mistake)
    requireObject('strings', this.strings, 'an object of texts', report)
    requireObject('prefill', this.prefill, 'an object of values', report)
    const { view } = this.#form
    if (view.page && view.tier && !view.page.tiers.some(({ name }) => name === view.tier))
      report(badProperty('tier', 'the name of a plan that the token and the service offer'))
    this.applyPhase()
  }

  protected override update(changed: PropertyValues): void {
    const { view, parts, later } = this.#form
    const styles = [...(later?.STYLES ?? []), ...(parts.get(view.step)?.styles ?? [])]
    const known = this.#stepStyles
    if (styles.length !== known.length || styles.some((each, index) => each !== known[index])) {
      this.#stepStyles = styles
      adoptStyles(this.renderRoot as ShadowRoot, this.sheets)
    }
    super.update(changed)
  }

  protected override restoreFocus(root: ShadowRoot, focused: Element | null): void {
    // A secret is plain while it has the focus: clear a control that was removed then (P45).
    if (focused instanceof HTMLInputElement && !focused.isConnected) focused.value = ''
    const { focusTarget, view } = this.#form
    this.#form.focusTarget = null
    if (focusTarget) this.#focus(root, focusTarget)
    else if (view.entered) super.restoreFocus(root, focused)
  }

  protected override render(): TemplateResult {
    const { spoken, dir, waiting } = this.#language
    const shell = this.#shell()
    const { view, part, scene } = shell
    const title = titleOf(shell)
    const phase = this.drawnPhase
    const { later } = this.#form
    const alone = !part || (!part.judge && view.step !== 'review') || part.alone?.(scene!)
    const content = part ? part.render(scene!) : renderLoading(shell, this.readonly || waiting)
    // One template for the start step with and without data: its button stays, so a press that spans the answer is a click. Without
    // spaces: an empty content reserves its place.
    const body =
      part || phase !== 'fault'
        ? html`${part && later?.renderNotes(shell)}${part && later?.renderSummary(shell)}${content}`
        : renderFault(shell)
    return html`<section
      part="card"
      aria-labelledby="title"
      aria-busy=${waiting || nothing}
      lang=${(!this.strings && spoken) || nothing}
      dir=${dir ?? nothing}
    >
      <slot name="header"></slot>
      ${renderHead(shell)}
      <div class="columns">
        ${later && (view.step !== 'start' || view.furthest !== 'start') ? later.renderProgress(shell) : renderSteps(shell)}
        <div class="body">
          ${part?.sign?.(scene!)}
          <h2 id="title" part="title" tabindex="-1">${renderCount(shell)}${title}</h2>
          ${
            alone
              ? html`<div class="content" part="content">${body}</div>`
              : html`<form
                  class="content"
                  part="content"
                  novalidate
                  @submit=${(event: Event) => {
                    event.preventDefault()
                    void this.#form.next()
                  }}
                >
                  ${body} ${view.readonly ? nothing : renderButtons(shell)}
                </form>`
          }
          ${renderFoot(shell)}
          <slot name="help"></slot>
        </div>
      </div>
      <slot name="footer"></slot>
      <p class="unseen" role="status">
        ${announcementOf(shell) || (view.step === 'done' ? title : this.#form.announcement)}
      </p>
    </section>`
  }

  #shell(): Shell {
    const form = this.#form
    const { lang, texts, waiting } = this.#language
    const view = waiting ? EMPTY : form.view
    const { page, values, errors, missingSecrets, readonly, delivery } = view
    const part = (view.entered && form.parts.get(view.step)) || null
    const layers = [texts, this.strings]
    if (layers.some((layer, index) => layer !== this.#layers[index])) {
      this.#layers = layers
      this.#wording = new Wording(...layers)
    }
    const wording = this.#wording
    const text = waiting ? EMPTY_TEXTS : wording.of('shell', ENGLISH)
    const scene: StepScene | null = page && {
      page,
      application: page.application,
      values,
      shown: errors.shown,
      messages: errors.messages,
      warnings: errors.warnings,
      missingSecrets,
      prefill: view.prefilled ? prefilled(this.prefill, page.countries[0]) : null,
      steps: stepsOf(view),
      names: text.steps,
      isolation: form.isolation,
      isolated: view.isolated,
      readonly,
      busy: isLocked(view) || view.going,
      delivery,
      lang,
      wording,
      people: view.people,
      memory: form.memory,
      part: (step) => form.parts.get(step) ?? null,
      form,
    }
    return { view, text, form, part, scene, lang }
  }

  /** The focus to the heading, the summary, or the field at a path; by script, because `#id` does not cross a shadow root. */
  #focus(root: ShadowRoot, focusTarget: string): void {
    const { part, scene } = this.#shell()
    if (scene && !root.getElementById(focusTarget)) part?.reveal?.(focusTarget, scene)
    const go = (): void => {
      const summary = focusTarget === 'summary' ? root.getElementById('fixes') : null
      const found = root.getElementById(focusTarget) ?? summary ?? root.getElementById('title')
      const inner = found?.querySelector<HTMLElement>('input, select, textarea, button')
      if (found?.matches('fieldset')) inner?.focus()
      else found?.focus()
      // A field at the edge of the window hides its label or its error.
      found?.closest('.field')?.scrollIntoView({ block: 'center' })
    }
    if (this.isUpdatePending) void this.updateComplete.then(go)
    else go()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'merchant-apply': MerchantApply
  }
}
