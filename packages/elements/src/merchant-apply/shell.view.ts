// The shell around every step of <merchant-apply>: partner, steps, heading, forward and back buttons, and the state of the draft.
// Content that appears automatically is never inserted above text that the user may be reading.
import { html, nothing, type TemplateResult } from 'lit'
import { mainButton, type Part } from '../shared/controls.ts'
import { footNotice, plainButton } from './fields/form.ts'
import { faultText, isSetup } from '../shared/mistakes.ts'
import { secondsTo } from '../shared/retry.ts'
import type { MerchantApplyController } from './merchant-apply.controller.ts'
import { isLocked, phaseOf } from './merchant-apply.machine.ts'
import type { View } from './view.ts'
import type { ShellStrings } from './merchant-apply.strings.ts'
import { stepsOf } from './route.ts'
import { renderStart } from './steps/start.step.ts'
import type { StepPart, StepScene } from './step.ts'

/** The data that the shell renders. */
export interface Shell {
  readonly view: View
  readonly text: ShellStrings
  readonly form: MerchantApplyController
  /** The shown step and its scene; `null` before the first. */
  readonly part: StepPart | null
  readonly scene: StepScene | null
  readonly lang: string
}

const faultTitle = (code: string, { unset, unreached, faults }: ShellStrings): string => {
  const key = faultText(code)
  return key === 'setup' ? unset : key === 'network' ? unreached : faults[key]
}

/** The heading: the present step, or the fault. */
export function titleOf({ view, text, part, scene }: Shell): string {
  if (phaseOf(view) === 'fault') return faultTitle(view.fault!, text)
  return part?.title?.(scene!) ?? text.steps[view.step]
}

/** The number of the present step, in front of its heading. */
export function renderCount({ view, text }: Shell): Part {
  const number = stepsOf(view).indexOf(view.step) + 1
  return number && phaseOf(view) !== 'fault'
    ? html`<small class="count"
        >${text.stepOf(number, stepsOf(view).length)} <span class="unseen">– </span></small
      >`
    : nothing
}

/** Name of the partner, and a notice in the sandbox; nothing in a fault that has neither. */
export const renderHead = ({ view: { page, fault }, text }: Shell): Part =>
  fault && !page
    ? nothing
    : html`<p class="head" part="head">
        <span>${page ? text.partner(page.partner) : '\u00a0'}</span>
        ${page?.environment === 'sandbox' ? html`<b class="badge" part="badge" data-mark=${text.test}>${text.test}</b>` : nothing}
      </p>`

/** The steps before the first of them is shown: their names, where there is room. */
export const renderSteps = ({ view, text }: Shell): Part =>
  phaseOf(view) === 'fault'
    ? nothing
    : html`<ol class="progress" part="progress" aria-label=${text.progress}>
        ${stepsOf(view).map((step) => html`<li><span>${text.steps[step]}</span></li>`)}
      </ol>`

/** The forward and back buttons. */
export const renderButtons = ({ view, text, form }: Shell): TemplateResult =>
  html`<div class="way" part="way">
    ${plainButton([text.back, () => form.back()])} ${mainButton(text.continue, null, isLocked(view))}
  </div>`

/** Problems, and the state of the draft: below the buttons, in a place that is reserved for them. */
export function renderFoot(shell: Shell): TemplateResult {
  const { view, text, form } = shell
  const { failedStep } = view
  return html`${failedStep ? footNotice(text.stuck, [text.tryAgain, () => form.enter(failedStep, 'title')]) : nothing}
  ${form.later?.renderRefusal(shell)} ${form.later?.renderDraft(shell)}
  ${
    view.step === 'start'
      ? html`<p class="quiet">${view.page?.environment === 'sandbox' ? text.testNote : nothing}</p>
          ${form.later?.renderSample(shell)}`
      : nothing
  }`
}

/** Unrequested announcements of the live region: a rejected request, a step that did not load, an unsaved draft. */
export const announcementOf = (shell: Shell): string => {
  const { view, text, form } = shell
  const { draft, refusal, failedStep } = view
  if (refusal) return form.later!.refusalOf(shell)
  if (failedStep) return text.stuck
  return draft.state === 'unsaved' || draft.state === 'changed' ? text[draft.state] : ''
}

/** The screen for a failed read, with a button to retry. */
export function renderFault({ view, text, form }: Shell): TemplateResult {
  const seconds = secondsTo(form.retry, performance.now())
  return html`${isSetup(view.fault!) ? nothing : html`<p>${text.retrying(seconds)}</p>`}
    <div class="way">${plainButton([text.tryAgain, () => form.load()])}</div>`
}

/** The screen before the first read: the start step, unless the element is read-only. */
export const renderLoading = ({ text, form }: Shell, readonly: boolean): Part =>
  readonly ? nothing : renderStart(text, () => form.begin(), form.continuesWhenRead)
