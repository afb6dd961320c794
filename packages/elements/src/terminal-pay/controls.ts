// Messages and buttons that the views of <terminal-pay> share.
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton, notice, type Part } from '../shared/controls.ts'
import { faultText as faultKey, isSetup } from '../shared/mistakes.ts'
import { secondsTo } from '../shared/retry.ts'
import { chargeKey, phrase, phrases, problemText } from './phrases.ts'
import type { Scene } from './scene.ts'
import { ACTIONS, type Action } from './truth-table.ts'

/** A framed message: its text, then its actions. */
export const message = (
  kind: Parameters<typeof notice>[0],
  text: string,
  more: unknown = nothing,
): TemplateResult =>
  notice(
    kind,
    html`<b>${text}</b>
      <div>${more}</div>`,
  )

/** The text of a problem, by its code. */
export const problem = (
  { text }: { readonly text: { readonly problems: Readonly<Record<string, string>> } },
  code: string | undefined,
): Part => (code ? message('bad fault', problemText(text, code)) : nothing)

/** The countdown to the next try of a failed read. */
export const retrying = ({ view: { fault }, text, actions }: Scene): Part =>
  fault?.action === 'load' && !isSetup(fault.code)
    ? html`<p class="quiet">${text.retrying(secondsTo(actions.retry, performance.now()))}</p>`
    : nothing

/** The text of the shown fault; empty without one, or if the title contains it. */
export function faultText({ view, text, row }: Scene): string {
  const { fault } = view
  if (!fault || row.phase === 'fault') return ''
  const { settledFirst } = text as Partial<Record<'settledFirst', (entry: string) => string>>
  if (fault.action === 'resolve' && settledFirst) return settledFirst(fault.value ?? '')
  return fault.action === 'load'
    ? (text.problems[faultKey(fault.code)] ?? '')
    : problemText(text, isSetup(fault.code) && !text.problems[fault.code] ? 'setup' : fault.code)
}

/** The sentences of the row, one paragraph each. */
export const sentences = (
  scene: Scene,
  keys: readonly string[] = scene.row.sentences,
): readonly TemplateResult[] => phrases(keys, scene).map((words) => html`<p><bdi>${words}</bdi></p>`)

type Press = readonly [label: Part | string, act: () => unknown, off?: boolean]

/** Buttons by action; the part that is loaded later renders the other actions. */
export type Presses = Readonly<Partial<Record<Action, Press | null>>>

function pressesOf(scene: Scene): Presses {
  const { actions, view, lang, text, row } = scene
  const charge = (key: 'charge' | 'chargeAgain'): Press | null =>
    scene.headless ? null : [lang ? phrase(key, scene) : html`…`, () => actions.start(), !lang]
  return {
    charge: charge('charge'),
    'charge-again': charge(chargeKey(scene)),
    'give-up': [text.giveUp, () => actions.giveUp()],
    show: [text.watchAgain, () => actions.step({ type: 'watched', watching: true })],
    reload: [row.phase === 'fault' ? text.tryAgain : text.checkAgain, () => actions.load()],
    'other-terminal': [text.otherTerminal, () => actions.step({ type: 'shelved' })],
    cancel: [text.cancel, () => actions.ask('cancel'), view.asking !== null],
    hide: [text.stop, () => actions.step({ type: 'watched', watching: false })],
  }
}

const MAIN: readonly Action[] = ['charge', 'charge-again', 'give-up', 'show', 'done', 'check']

/** The buttons of the row. Each action has its own place, so that a button never changes its action under a finger. */
export function buttons(scene: Scene, more: Presses = {}): readonly Part[] {
  const presses = { ...pressesOf(scene), ...more }
  return ACTIONS.map((action) => {
    const press = scene.offered.includes(action) ? presses[action] : null
    if (!press) return nothing
    const [label, act, off] = press
    return MAIN.includes(action) ? mainButton(label, act, off) : button(label, act, off)
  })
}
