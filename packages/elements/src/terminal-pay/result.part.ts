// The part of <terminal-pay> that says what became of a sale: approved, unpaid, unknown, or contradictory; with everything a
// person may have to pass on; and the drawings of a sale. It is loaded when one begins; until it is there, the title says the
// same in short.
import { isSettled } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { printAlone } from '../shared/print-alone.ts'
import { button, mainButton, notice, refusal, type Part } from './controls.ts'
import { GESTURES, sign, type Sign } from './drawings.ts'
import { REASONS, RESULT_ENGLISH, type ResultStrings } from './result.strings.ts'
import { conflictText, money, type Scene } from './scene.ts'
import { conflictOf, phaseOf, type Phase } from './terminal-pay.machine.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'

/** A scene with the words of this part. */
interface Told extends Scene {
  readonly text: Scene['text'] & ResultStrings
}

type Row = readonly [name: string, value: string | null]

const table = (rows: readonly Row[]): TemplateResult =>
  html`<dl part="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`

const facts = ({ text, lang, view }: Told): readonly Row[] => {
  const sale = view.sale!
  const { device } = sale
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  const rows: readonly Row[] = [
    [text.amount, money(lang, sale.amountMinor, sale.currency)],
    [text.approvalCode, sale.approvalCode],
    [text.reference, sale.reference],
    [text.ourReference, sale.reference ? null : sale.externalId],
    [text.earlier, conflictOf(view)],
    [text.session, isSettled(sale.state) ? null : sale.sessionId],
    [text.card, sale.card],
    [text.terminal, `${device.name} · ${device.make} · ${device.serialEnding}`],
    [text.time, time.format(sale.settledAtMs ?? sale.createdAtMs)],
  ]
  return rows.filter(([, value]) => value)
}

/** What a person may decide, once its part is there; without the page's leave nothing at all. */
const decision = (scene: Told): Part => {
  const { resolve, text } = scene
  if (!resolve) return nothing
  if (resolve.part) return resolve.part.render(scene)
  return resolve.failed
    ? notice(
        'bad',
        text.missingPart,
        button(text.tryAgain, () => resolve.load()),
      )
    : nothing
}

const SIGN_OF: Readonly<Partial<Record<Phase, Sign>>> = {
  approved: 'good',
  done: 'good',
  unpaid: 'bad',
  doubt: 'warn',
  review: 'warn',
}

/** What the last check came to, in words; empty before one, and once the sale went on. */
const checkedText = ({ view, text, actions }: Told): string =>
  (view.sale?.state === 'in_doubt' && { 200: text.uncheckable, 202: text.checked }[actions.checked]) || ''

const toldOf = (scene: Scene): Told => ({
  ...scene,
  text: { ...RESULT_ENGLISH, ...scene.text, problems: { ...REASONS, ...scene.text.problems } },
})

/** See the head of this file. */
export class Results {
  /** Tap, insert and swipe. */
  readonly gestures = GESTURES
  readonly #pay: TerminalPayController
  /** ID of the sale whose facts lie in the clipboard. */
  #copied = ''

  constructor(pay: TerminalPayController) {
    this.#pay = pay
  }

  /** The sign of a sale that is no longer on its way. */
  sign(scene: Scene): Part {
    const kind = conflictText(scene) ? 'warn' : SIGN_OF[phaseOf(scene.view)]
    return kind ? sign(kind) : nothing
  }

  /** What the live region has to say beyond the title. */
  spoken(scene: Scene): string {
    return checkedText(toldOf(scene))
  }

  /** What stands below the title; nothing in a phase that is not a result. */
  render(scene: Scene): Part {
    const told = toldOf(scene)
    const views: Partial<Record<Phase, (told: Told) => Part>> = {
      approved: (seen) => this.#renderApproved(seen),
      unpaid: (seen) => this.#renderUnpaid(seen),
      doubt: (seen) => this.#renderDoubt(seen),
      review: (seen) => this.#renderReview(seen),
    }
    return views[phaseOf(scene.view)]?.(told) ?? nothing
  }

  #renderPage(scene: Told, head: Part, foot: Part, more: readonly Part[] = []): TemplateResult {
    const { text, actions, view } = scene
    const rows = facts(scene)
    const { id } = view.sale!
    return html`${head}${table(rows)}${actions.details ? table(actions.details.rows.map(({ name, value }) => [name, value])) : nothing}
      ${refusal(scene)}${foot}
      <div class="row">
        ${button(this.#copied === id ? text.copied : text.copy, () => void this.#copy(id, rows))} ${more}
      </div>`
  }

  /** Copies the facts of the sale, where the browser lets it. */
  async #copy(id: string, rows: readonly Row[]): Promise<void> {
    const lines = rows.map((row) => row.join(': ')).join('\n')
    this.#copied = await navigator.clipboard.writeText(lines).then(
      () => id,
      () => '',
    )
    this.#pay.redraw()
  }

  /** Approved, with the reporting rows when asked for. */
  #renderApproved(scene: Told): TemplateResult {
    const { view, text, actions } = scene
    return this.#renderPage(
      scene,
      view.sale!.by === 'person' ? notice('good', text.byPerson) : nothing,
      mainButton(text.done, () => actions.step({ type: 'dismissed' })),
      [
        button(text.print, () => printAlone(actions.host)),
        view.checkout!.features.details && !actions.details
          ? button(text.details, () => actions.ask('details'), Boolean(view.asking))
          : nothing,
      ],
    )
  }

  /** Unknown, said honestly. */
  #renderDoubt(scene: Told): TemplateResult {
    const { view, text, actions, resolve } = scene
    const said = checkedText(scene)
    return html`${this.#renderPage(
      scene,
      notice('warn', text.doubtNote, text.problems[view.sale!.reason!]),
      html`${(resolve?.part?.open ? button : mainButton)(text.checkNow, () => actions.ask('check'), Boolean(view.asking))}
      ${said ? html`<p class="quiet">${said}</p>` : nothing}`,
    )}${decision(scene)}`
  }

  /** The evidence contradicts itself: a person has to look. */
  #renderReview(scene: Told): TemplateResult {
    const { view, text } = scene
    return html`${this.#renderPage(
      scene,
      notice('warn', text.problems[view.sale!.reason!]!, text.reviewNote),
      nothing,
    )}${decision(scene)}`
  }

  /** Over without a payment. */
  #renderUnpaid(scene: Told): TemplateResult {
    const { view, text, actions } = scene
    const sale = view.sale!
    const why = sale.message ?? text.problems[sale.reason!]
    // The earlier attempt is what counts now: the checkout shows it, and whether the order can be charged again.
    if (conflictOf(view))
      return this.#renderPage(
        scene,
        why ? html`<p><bdi>${why}</bdi></p>` : nothing,
        mainButton(text.checkNow, () => actions.load()),
      )
    return html`<p>
        ${why ? html`<bdi>${why}</bdi><br />` : nothing}
        ${sale.by === 'person' ? text.saidUnpaid : text.notCharged}
      </p>
      ${scene.headless ? nothing : mainButton(text.tryAgain, () => void actions.start())}
      ${button(text.otherTerminal, () => actions.step({ type: 'shelved' }))}`
  }
}
