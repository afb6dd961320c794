// Messages and buttons that the views of <terminal-pay> share.
import { html, nothing, type TemplateResult } from 'lit'
import { button, notice, type Part } from '../shared/controls.ts'
import { faultText as faultKey, isSetup } from '../shared/mistakes.ts'
import { secondsTo } from '../shared/retry.ts'
import { phrase, phrases, problemText } from './choice.phrases.ts'
import type { Scene } from './scene.ts'
import type { Action } from './truth-row.ts'

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

/** Checks whether the person waits for the sale part, which did not load. */
const isMissing = ({ actions, row }: Scene): boolean => actions.isSaleMissing && row.phase === 'choosing'

/** The countdown to the next try of a failed read, or of the sale part. */
export function retrying(scene: Scene): Part {
  const { view, text, actions } = scene
  const failed = view.fault?.action === 'load' && !isSetup(view.fault.code)
  const retry = isMissing(scene) ? actions.saleRetry : failed ? actions.retry : null
  return retry ? html`<p class="quiet">${text.retrying(secondsTo(retry, performance.now()))}</p>` : nothing
}

/** The text of the shown fault; empty without one, or if the title contains it. */
export function faultText(scene: Scene): string {
  const { view, text, row, sale } = scene
  if (row.phase === 'fault') return ''
  if (isMissing(scene)) return text.missingPart
  if (sale) return sale.faultText(scene)
  return view.fault ? (text.problems[faultKey(view.fault.code)] ?? '') : ''
}

/** The sentences of the row, one paragraph each. */
export const sentences = (
  scene: Scene,
  keys: readonly string[] = scene.row.sentences,
): readonly TemplateResult[] => phrases(keys, scene).map((words) => html`<p><bdi>${words}</bdi></p>`)

/**
 * A text whose order number or reference stays on one line: a reader aloud must see all of it at once. An inline block takes its
 * direction from the page, which would show 1042-A as A-1042 in right-to-left text.
 */
export function unbroken(line: string, code: string): Part {
  const at = code ? line.indexOf(code) : -1
  return at < 0
    ? html`${line}`
    : html`${line.slice(0, at)}<span class="whole" dir="auto">${code}</span>${line.slice(at + code.length)}`
}

type Press = readonly [label: Part | string, act: () => unknown, off?: boolean | undefined]

/** Buttons by action, in order. */
export type Presses = Readonly<Partial<Record<Action, Press | null>>>

/** The buttons of a choice and of a failed read. */
const choicePresses = (scene: Scene): Presses => {
  const { actions, headless, lang, list, row, sale, text } = scene
  return {
    charge: headless
      ? null
      : [
          lang ? phrase('charge', scene) : html`…`,
          () => actions.start(),
          !lang || !sale || list.part?.isSettling,
        ],
    ...sale?.choicePresses(scene),
    reload: [row.phase === 'fault' ? text.tryAgain : text.checkAgain, () => actions.load()],
  }
}

/** Actions whose button is the main one. */
export const MAIN = /^(charge|give|show|done|check)/

/** The buttons of the row. Each action has its own place, so that a button never changes its action under a finger. */
export const buttons = (
  scene: Scene,
  presses: Presses = choicePresses(scene),
  main = MAIN,
): readonly Part[] =>
  Object.entries(presses).map(([action, press]) => {
    if (!press || !scene.offered.includes(action as Action)) return nothing
    const [label, act, off] = press
    return button(label, act, off, main.test(action) ? 'main' : '')
  })
