import { assert } from '@open-wc/testing'
import { SALE_KINDS, type SaleKind } from '@tapboard/contract'
import { useFastClock } from '../testing/fast-clock.ts'
import { place } from '../testing/page.ts'
import { CHECKOUT, NOW_MS, refunding, samples } from '../testing/pay-views.ts'
import { ScriptedBff } from '../testing/scripted-bff.ts'
import { over } from '../shared/over.ts'
import { PAY_ENGLISH } from './english.ts'
import { REFUND_ENGLISH } from './refund.strings.ts'
import { chargeKey, phrase, phrases, spokenOf, type Spoken } from './phrases.ts'
import { actionsOf, type Who } from './situation.ts'
import { TerminalPayController } from './terminal-pay.controller.ts'
import { TerminalPayDriver } from './terminal-pay.driver.ts'
import { TerminalPay } from './terminal-pay.element.ts'
import type { View } from './terminal-pay.machine.ts'
import type { Action } from './truth-row.ts'
import { rowOf, TRUTH_TABLE, type Situation } from './truth-table.ts'

/** The element with access to its controller, so that a test can set any view. */
class Shown extends TerminalPay {
  pay!: TerminalPayController

  override addController(controller: Parameters<TerminalPay['addController']>[0]): void {
    super.addController(controller)
    if (controller instanceof TerminalPayController) this.pay = controller
  }
}
customElements.define('shown-terminal-pay', Shown)

const LABELS: Readonly<Partial<Record<Action, keyof typeof PAY_ENGLISH>>> = {
  unqueue: 'unqueue',
  'give-up': 'giveUp',
  show: 'watchAgain',
  done: 'done',
  reopen: 'watchAgain',
  check: 'checkNow',
  'other-terminal': 'otherTerminal',
  close: 'closeSale',
  cancel: 'cancel',
  hide: 'stop',
  copy: 'copy',
  print: 'print',
  share: 'share',
  details: 'details',
}

const REFUND_TEXTS = over(PAY_ENGLISH, REFUND_ENGLISH)

function labelOf(action: Action, situation: Situation, spoken: Spoken): string {
  const text = spoken.text as typeof PAY_ENGLISH
  if (action === 'charge') return phrase('charge', spoken)
  if (action === 'charge-when-free') return phrase('chargeWhenFree', spoken)
  if (action === 'charge-again') return phrase(chargeKey(spoken), spoken)
  if (action === 'reload') return situation.endsWith('-fault') ? text.tryAgain : text.checkAgain
  if (action === 'copy' && rowOf(situation).notice === 'warn') return text.copyDetails
  return text[LABELS[action]!] as string
}

/** Countdowns continue during a test. */
const still = (text: string): string => text.replaceAll(/\d/g, '0').replaceAll(/\s+/g, ' ').trim()

describe('D-101 <terminal-pay> renders its truth table', () => {
  useFastClock()
  let element: Shown

  afterEach(() => element.remove())

  const all = samples()

  async function shown(situation: Situation, kind: SaleKind): Promise<TerminalPayDriver> {
    const { view, who } = viewOf(situation, kind)
    const manager = who === 'manager'
    element = document.createElement('shown-terminal-pay') as Shown
    const bff = new ScriptedBff()
    const fetcher = (): Promise<Response> => new Promise(() => undefined)
    const refund = kind === 'refund' ? 'sale_0' : ''
    place(element, bff, undefined, { fetcher, resolve: manager, refund }, {})
    const driver = new TerminalPayDriver(element)
    await element.updateComplete
    await element.pay.sale.load()
    await element.pay.sale.part!.admit({ ...CHECKOUT, kind })
    element.pay.clock.hear(NOW_MS)
    element.pay.view = view
    element.pay.redraw()
    await driver.until(() => !driver.root.querySelector('.bones') || element.phase === 'loading')
    await driver.until(() => !driver.buttons.includes('…') && driver.spoken !== '')
    if (actionsOf(view, NOW_MS, who).includes('resolve'))
      await driver.until(() => driver.root.querySelector('[part=resolve]') !== null)
    return driver
  }

  const views = new Map<string, { readonly view: View; readonly who: Who }>()

  /** One view for each situation and kind. */
  function viewOf(situation: Situation, kind: SaleKind): { readonly view: View; readonly who: Who } {
    const { view, who } = all.get(situation)!
    const key = situation + kind
    if (!views.has(key)) views.set(key, { view: kind === 'refund' ? refunding(view) : view, who })
    return views.get(key)!
  }

  const both = (Object.keys(TRUTH_TABLE) as Situation[]).flatMap((situation) =>
    SALE_KINDS.map((kind) => [situation, kind] as const),
  )

  for (const [situation, kind] of both)
    it(`title, sentences, buttons and announced text are those of the row: ${situation} (${kind})`, async () => {
      const { view, who } = viewOf(situation, kind)
      const row = rowOf(situation)
      const driver = await shown(situation, kind)
      assert.equal(element.phase, row.phase)
      const text = kind === 'refund' ? REFUND_TEXTS : PAY_ENGLISH
      const spoken: Spoken = { view, nowMs: NOW_MS, lang: 'en', text }
      assert.equal(still(driver.title), still(phrase(row.title, spoken)))
      for (const sentence of phrases(row.sentences, spoken))
        assert.include(still(driver.text), still(sentence))
      const buttons = [...driver.root.querySelectorAll('button')].filter(
        (one) => one.ariaDisabled !== 'true' && !one.closest('[part=resolve], .device'),
      )
      const expected = actionsOf(view, NOW_MS, who).filter(
        (action) => action !== 'resolve' && (action !== 'share' || 'share' in navigator),
      )
      assert.sameMembers(
        buttons.map((one) => one.textContent.trim()),
        expected.map((action) => labelOf(action, situation, spoken)),
      )
      // A refund in progress is announced with its amount and the word for it.
      const isRunning = row.phase === 'contacting' || row.phase === 'waiting'
      const words = spokenOf(phrases(isRunning ? ['refundOf', ...row.spoken] : row.spoken, spoken))
      const manager = driver.root.querySelector('[part=resolve] .row') ? text.decideNow : words
      await driver.until(() => [still(words), still(manager)].includes(still(driver.spoken)))
      // A control that could charge is rendered only if the row offers it.
      if (!row.actions.some((action) => action.startsWith('charge')))
        assert.isFalse(buttons.some((one) => /charge|refund \$/i.test(one.textContent)))
    })
})
