// The sale part of <terminal-pay>: sending a press, following a sale, and showing both, with texts, drawings and styles. It runs
// after the first drawing; Charge is off until then, so that nothing has to load once a sale has begun (D-77).
import { Checkout, web, type CheckoutOutline } from '@tapboard/contract'
import { nothing, type TemplateResult } from 'lit'
import { CHOICE_STYLES } from '../shared/choice.styles.ts'
import { badAnswer } from '../shared/client.ts'
import { refuse, type Answer } from '../shared/fault.ts'
import { Later } from '../shared/later.ts'
import type { Part } from '../shared/controls.ts'
import { SELECT_STYLES } from '../shared/select.styles.ts'
import { GUARD_STYLES, guardPresses } from '../shared/press-guard.ts'
import { NO_PART } from './choice.rules.ts'
import { sendDecision } from './decision.ts'
import { buttons, sentences, type Presses } from './controls.ts'
import { amountOf, freeTimeOf, nameOf, phrase, PHRASING } from './phrases.ts'
import { renderProgress } from './progress.view.ts'
import type { RefundPart } from './refund.part.ts'
import type { Resolver } from './resolve.part.ts'
import { REASONS, RESULT_ENGLISH } from './result.strings.ts'
import { Results } from './result.view.ts'
import { saleFaultText } from './sale.buttons.ts'
import { SaleController } from './sale.controller.ts'
import { SALE_ENGLISH, SALE_PROBLEMS } from './sale.strings.ts'
import { SALE_STYLES } from './sale.styles.ts'
import { STAGE_STYLES } from './stage.styles.ts'
import type { Rules, SaleScene, Scene } from './scene.ts'
import { actionsOf, leftMinor, situationOf } from './situation.ts'
import { isStaged, renderAside, renderStage, spokenProgress } from './stage.view.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import { reduce } from './terminal-pay.machine.ts'
import { ENGLISH, type BaseStrings } from './terminal-pay.strings.ts'
import type { Phase } from './truth-row.ts'
import { rowOf } from './truth-table.ts'

/** The English texts of the first file and of this part. */
const TEXTS: BaseStrings = {
  ...SALE_ENGLISH,
  ...RESULT_ENGLISH,
  ...ENGLISH,
  problems: { ...REASONS, ...SALE_PROBLEMS, ...ENGLISH.problems },
}

/** Everything about press and sale of one `<terminal-pay>`. */
export class SalePart extends SaleController implements Rules {
  readonly english = TEXTS
  readonly phrasing = PHRASING
  readonly styles = [CHOICE_STYLES, GUARD_STYLES, STAGE_STYLES, SALE_STYLES, SELECT_STYLES]
  readonly reduce = reduce
  /** The form to decide with; loaded when a sale may need it. */
  readonly resolve: Later<Resolver>
  /** The words of a refund. No refund is shown without it. */
  readonly #refund: Later<RefundPart>
  readonly #results: Results

  constructor(pay: TerminalPayController) {
    super(pay)
    guardPresses(pay.host.shadowRoot!)
    this.#results = new Results(pay)
    this.resolve = new Later(
      async () => new (await import('./resolve.part.ts')).Resolver(pay, sendDecision),
      () => pay.redraw(),
    )
    this.#refund = new Later(
      async () => {
        const part = new (await import('./refund.part.ts')).RefundPart()
        await pay.need(part.files)
        return part
      },
      () => pay.redraw(),
    )
  }

  /** Loads the form to decide with before it is needed: the network may be gone then. */
  foreseeResolve(phase: Phase): void {
    if (this.pay.view.sale?.stillWaiting || /^(doubt|review)$/.test(phase)) this.resolve.foresee()
  }

  /** Judges a read before it is shown: a token of the other kind is a mistake of the page, and a refund needs its words. */
  async admit(outline: CheckoutOutline): Promise<Answer<Checkout>> {
    const { refund } = this.pay.host
    const kind = refund ? 'refund' : 'sale'
    if (outline.kind !== kind)
      return refuse('token-refused', `getToken gave a ${outline.kind} token instead of a ${kind} token`)
    const { data: value } = Checkout.safeParse(outline)
    if (!value) return badAnswer(this.pay.base + web.getCheckout.path, 200)
    if (refund) await this.#refund.load()
    return refund && !this.#refund.part ? NO_PART : { ok: true, status: 200, value }
  }

  /** The part for refunds, where the page refunds. */
  get #refunding(): RefundPart | null {
    return this.pay.host.refund ? this.#refund.part : null
  }

  /** The texts of what the page does. */
  textsOf(text: Scene['text']): Scene['text'] {
    return this.#refunding?.textsOf(text) ?? text
  }

  /** The head below its first line: amount and card of a refund. The stage contains the amount. */
  renderHead(scene: Scene): Part | undefined {
    const staged = isStaged(scene)
    return this.#refunding?.renderHead(scene, amountOf(scene), staged) ?? (staged ? nothing : undefined)
  }

  /** Name of the terminal that has the press or the sale, else of the chosen one. */
  nameOf(scene: Scene): string {
    return nameOf(scene)
  }

  /** The fact of a refund that names its sale. */
  paymentOf(scene: Scene): ReturnType<RefundPart['paymentOf']>[] {
    const part = this.#refunding
    return part ? [part.paymentOf(scene)] : []
  }

  /** The time by which another sale frees a terminal at the latest; empty if it is unknown. */
  readonly freeTime = freeTimeOf

  readonly shownOf: Rules['shownOf'] = (view, nowMs, who) => {
    const situation = situationOf(view, nowMs, who)
    return { situation, row: rowOf(situation), offered: actionsOf(view, nowMs, who) }
  }

  /** The button for a charge that waits until the terminal is free. */
  choicePresses(scene: Scene): Presses {
    const { headless, lang } = scene
    const label = lang ? phrase('chargeWhenFree', scene as SaleScene) : '…'
    return headless ? {} : { 'charge-when-free': [label, () => this.queue(), !lang] }
  }

  /** The stage of a chosen terminal that cannot take the sale now, below the place of Charge; `undefined` for another one. */
  renderHelp(scene: Scene): Part[] | undefined {
    const { lang, list, nowMs, situation, text, view } = scene
    const sale = scene as SaleScene
    if (situation === 'terminal-held') {
      const title = text.held(freeTimeOf(view, view.deviceId!, nowMs, lang))
      return [...buttons(scene), renderAside(sale, title, sentences(scene, ['heldNote']))]
    }
    return situation === 'terminal-away' && list.part
      ? [renderAside(sale, phrase('helpTitle', sale), list.part.renderHelp(scene))]
      : undefined
  }

  /** The text of the shown fault; empty without one. */
  faultText(scene: Scene): string {
    const left = leftMinor(scene.view)
    return this.#refunding?.faultText(scene, left) || saleFaultText(scene as SaleScene)
  }

  /** The title with the picture, the amount and the time of its state around it. */
  renderStage(scene: Scene, title: TemplateResult): TemplateResult {
    this.shown(scene as SaleScene)
    return renderStage(scene as SaleScene, title)
  }

  /** Text for the live region instead of the title: the answer to a check, or what is in progress. */
  spoken(scene: Scene): string {
    return this.#results.spoken(scene as SaleScene) || spokenProgress(scene as SaleScene)
  }

  /** Renders a press or a sale below the title. */
  render(scene: Scene): Part {
    const sale = scene as SaleScene
    const { phase } = scene.row
    if (/^(queued|contacting|waiting|unwatched)$/.test(phase)) return renderProgress(sale)
    return this.#results.render(sale)
  }
}
