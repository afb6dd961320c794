// The buttons of a press and of a sale, and the text of a fault.
import { html, nothing, type TemplateResult } from 'lit'
import type { Part } from '../shared/controls.ts'
import { faultText as faultKey, isSetup } from '../shared/mistakes.ts'
import { phrase, problemText } from './choice.phrases.ts'
import { buttons, MAIN, type Presses } from './controls.ts'
import { CROSS, EYE } from './drawings.ts'
import { chargeKey } from './phrases.ts'
import type { SaleScene } from './scene.ts'

/** Checks whether it is too late for a cancel that was offered: the terminal has read the card, or the BFF has refused it for good. */
export const isTooLate = ({ row, situation, view }: SaleScene): boolean =>
  (situation === 'authorizing' ||
    (row.actions.includes('cancel') && view.fault?.code === 'not-cancelable')) &&
  view.sale!.cancelable

/** The buttons of a press and of a sale, in the order of `ACTIONS`; `more` are those of a result. */
export function salePresses(scene: SaleScene, more: Presses = {}): Presses {
  const { actions, headless, lang, sale, text, view } = scene
  return {
    'charge-again': headless
      ? null
      : [lang ? phrase(chargeKey(scene), scene) : html`…`, () => actions.start(), !lang],
    unqueue: [text.unqueue, () => actions.step({ type: 'unqueued' })],
    'give-up': [text.giveUp, () => sale.giveUp()],
    show: [text.watchAgain, () => actions.step({ type: 'watched', watching: true })],
    reopen: [text.watchAgain, () => actions.step({ type: 'reopened' })],
    reload: [text.checkAgain, () => actions.load()],
    'other-terminal': [text.otherTerminal, () => chooseAgain(scene)],
    close: [text.closeSale, () => actions.step({ type: 'closed' })],
    cancel: [
      html`${CROSS}${text.cancel}`,
      () => sale.ask('cancel'),
      view.asking !== null || isTooLate(scene),
    ],
    hide: [html`${EYE}${text.stop}`, () => actions.step({ type: 'watched', watching: false })],
    ...more,
  }
}

/** The buttons of an end: the main one, which stays in view except below a warning, and the others below it. */
export function endButtons(scene: SaleScene, presses: Presses, more: Part = nothing): TemplateResult {
  // The manager needs the facts before the next sale.
  const isWarned = scene.row.notice === 'warn'
  const main = isWarned ? /^copy/ : MAIN
  const of = (isMain: boolean): Presses =>
    Object.fromEntries(Object.entries(presses).filter(([action]) => main.test(action) === isMain))
  // A button that stays in view would cover the warning above it.
  return html`<div class=${isWarned ? 'row' : 'row acts'}>${buttons(scene, of(true), main)}</div>
    <div class="row">${buttons(scene, of(false), main)}${more}</div>`
}

/** Leaves an unpaid sale for the list of terminals. */
async function chooseAgain({ actions, list }: SaleScene): Promise<void> {
  actions.step({ type: 'shelved' })
  await list.load()
  list.part?.open()
}

/** The text of the shown fault of an action; empty without one. */
export function saleFaultText({ view: { fault }, text }: SaleScene): string {
  if (!fault) return ''
  if (fault.action === 'resolve') return text.settledFirst(fault.value ?? '')
  return fault.action === 'load'
    ? (text.problems[faultKey(fault.code)] ?? '')
    : problemText(text, isSetup(fault.code) && !text.problems[fault.code] ? 'setup' : fault.code)
}
