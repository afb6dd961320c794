// What became of a sale: approved, unpaid, unknown, or contradictory; with everything a person may have to pass on.
import { isSettled } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton, notice, refusal, type Part } from './controls.ts'
import { money, type Scene } from './scene.ts'
import { conflictOf } from './terminal-pay.machine.ts'

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

const facts = ({ text, lang, view }: Scene): readonly Row[] => {
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

const page = (scene: Scene, head: Part, foot: Part, more: readonly Part[] = []): TemplateResult => {
  const { text, actions } = scene
  const rows = facts(scene)
  return html`${head}${table(rows)}${actions.details ? table(actions.details.rows.map(({ name, value }) => [name, value])) : nothing}
    ${refusal(scene)}${foot}
    <div class="row">
      ${button(actions.copied ? text.copied : text.copy, () => actions.copy(rows.map((row) => row.join(': ')).join('\n')))}
      ${more}
    </div>`
}

/** Approved, with the reporting rows when asked for. */
export function renderApproved(scene: Scene): TemplateResult {
  const { view, text, actions } = scene
  return page(
    scene,
    view.sale!.by === 'person' ? notice('good', text.byPerson) : nothing,
    mainButton(text.done, () => actions.step({ type: 'dismissed' })),
    [
      button(text.print, () => actions.print()),
      view.checkout!.features.details && !actions.details
        ? button(text.details, () => actions.ask('details'), Boolean(view.asking))
        : nothing,
    ],
  )
}

/** What a person may decide, once its part is there; without the page's leave nothing at all. */
const decision = (scene: Scene): Part => {
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

/** What the last check came to, in words; empty before one, and once the sale went on. */
export const checkedText = ({ view, text, actions }: Scene): string =>
  (view.sale?.state === 'in_doubt' && { 200: text.uncheckable, 202: text.checked }[actions.checked]) || ''

/** Unknown, said honestly. */
export function renderDoubt(scene: Scene): TemplateResult {
  const { view, text, actions, resolve } = scene
  const said = checkedText(scene)
  return html`${page(
    scene,
    notice('warn', text.doubtNote, text.problems[view.sale!.reason!]),
    html`${(resolve?.part?.open ? button : mainButton)(text.checkNow, () => actions.ask('check'), Boolean(view.asking))}
    ${said ? html`<p class="quiet">${said}</p>` : nothing}`,
  )}${decision(scene)}`
}

/** The evidence contradicts itself: a person has to look. */
export const renderReview = (scene: Scene): TemplateResult =>
  html`${page(scene, notice('warn', scene.text.problems[scene.view.sale!.reason!]!, scene.text.reviewNote), nothing)}${decision(scene)}`

/** Over without a payment. */
export function renderUnpaid(scene: Scene): TemplateResult {
  const { view, text, actions } = scene
  const sale = view.sale!
  const why = sale.message ?? text.problems[sale.reason!]
  // The earlier attempt is what counts now: the checkout shows it, and whether the order can be charged again.
  if (conflictOf(view))
    return page(
      scene,
      why ? html`<p>${why}</p>` : nothing,
      mainButton(text.checkNow, () => actions.load()),
    )
  return html`<p>
      ${why ? html`${why}<br />` : nothing} ${sale.by === 'person' ? text.saidUnpaid : text.notCharged}
    </p>
    ${scene.headless ? nothing : mainButton(text.tryAgain, () => void actions.start())}
    ${button(text.otherTerminal, () => actions.step({ type: 'shelved' }))}`
}
