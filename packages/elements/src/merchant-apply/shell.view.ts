// The shell around every step of <merchant-apply>: partner, progress, heading, the summary of errors, forward and back buttons,
// and the state of the draft. Content that appears automatically is never inserted above text that the user may be reading.
import { stepOf, type Step } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { mainButton, notice, type Part } from '../shared/controls.ts'
import { plainButton, type Press } from './fields/form.ts'
import { listedAt } from './fields/words.ts'
import { faultText, isSetup } from '../shared/mistakes.ts'
import { secondsTo } from '../shared/retry.ts'
import { refusedElsewhere, shownIn } from './field-errors.ts'
import type { MerchantApplyController } from './merchant-apply.controller.ts'
import { contextOf, isLocked, phaseOf, type View } from './merchant-apply.machine.ts'
import type { ShellStrings } from './merchant-apply.strings.ts'
import { isComplete, stepsOf } from './route.ts'
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

/** The heading: the present step. */
export function titleOf({ view, text, part, scene }: Shell): string {
  const phase = phaseOf(view)
  if (phase === 'fault') return faultTitle(view.fault!, text)
  const number = stepsOf(view).indexOf(view.step) + 1
  const own = part?.title?.(scene!) ?? text.steps[view.step]
  return number ? `${text.stepOf(number, stepsOf(view).length)} – ${own}` : own
}

/** Name of the partner, and a notice in the sandbox. */
export const renderHead = ({ view: { page }, text }: Shell): TemplateResult =>
  html`<p class="head" part="head">
    <span>${page ? text.partner(page.partner) : '\u00a0'}</span>
    ${page?.environment === 'sandbox' ? html`<b class="badge" part="badge" data-mark=${text.test}>${text.test}</b>` : nothing}
  </p>`

/** The steps: complete ones and the shown one are marked; their names appear if there is room. */
export function renderProgress({ view, text, form }: Shell): Part {
  if (phaseOf(view) === 'fault') return nothing
  const steps = stepsOf(view)
  const at = view.step === 'done' ? steps.length : steps.indexOf(view.step)
  const isValid = (step: Step): boolean =>
    !form.parts.get(step)?.judge?.(view.values, contextOf(view)).issues.length
  const isPast = (step: Step): boolean =>
    view.step === 'done' || (step !== view.step && isComplete(view, step, isValid))
  return html`<ol class="progress" part="progress" aria-label=${text.progress}>
    ${steps.map(
      (step, index) =>
        html`<li class=${isPast(step) ? 'past' : ''} aria-current=${index === at ? 'step' : nothing}>
          <span>${text.steps[step]}</span>
        </li>`,
    )}
  </ol>`
}

/** The errors of the step, then the rejected fields of other steps: one sentence each, linked to its field. */
export function renderSummary({ view, text, scene, form }: Shell): Part {
  const { errors, step } = view
  const paths = shownIn(errors, step)
  // The review has its own list of all errors.
  const elsewhere = step === 'review' ? [] : refusedElsewhere(errors, step)
  if (!paths.length && !elsewhere.length && !errors.general.length) return nothing
  const link = (path: string): TemplateResult =>
    html`<a
      href="#${path}"
      @click=${(event: Event) => {
        event.preventDefault()
        if (stepOf(path) === step) form.focus(path)
        else form.go(stepOf(path), path)
      }}
      >${listedAt(form.parts.get(stepOf(path)) ?? null, path, scene!) || path}</a
    >`
  return html`<div
    class="summary"
    id="summary"
    part="summary"
    tabindex="-1"
    role="group"
    aria-labelledby="wrong"
  >
    <h3 id="wrong">${text.problem}</h3>
    <ul>
      ${errors.general.map((message) => html`<li>${message}</li>`)}
      ${paths.map((path) => html`<li>${link(path)}</li>`)}
      ${elsewhere.map((path) => html`<li>${link(path)} <small>${text.steps[stepOf(path)]}</small></li>`)}
    </ul>
  </div>`
}

/** Notices before filling in: the origin of prefilled answers, and the values to enter again. */
export function renderNotes({ view, text, lang, form }: Shell): Part {
  const { resumed, draft, missingSecrets, step, discarding } = view
  const turn = (): void => form.step({ type: 'discard-asked', discarding: !discarding })
  const when = (): string =>
    new Date(draft.savedAtMs!).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' })
  return html`${
    resumed && !isLocked(view)
      ? notice(
          'good',
          html`<p>${discarding ? text.startOverSure : text.resumed(when())}</p>
            <div class="row">
              ${discarding ? plainButton([text.startOverYes, () => form.discard()]) : nothing}
              ${plainButton([discarding ? text.keep : text.startOver, turn])}
            </div>`,
        )
      : nothing
  }
  ${Array.from(missingSecrets, stepOf).includes(step) ? notice('warn', html`<p>${text.again}</p>`) : nothing}`
}

/** The forward and back buttons. */
export const renderButtons = ({ view, text, form }: Shell): TemplateResult =>
  html`<div class="way" part="way">
    ${plainButton([text.back, () => form.back()])} ${mainButton(text.continue, null, isLocked(view))}
  </div>`

/** Problems, and the state of the draft: below the buttons, in a place that is reserved for them. */
export function renderFoot({ view, text, form }: Shell): TemplateResult {
  const { failedStep, refusal } = view
  const { state } = view.draft
  const more = (words: string, ...buttons: readonly Press[]): Part =>
    notice(
      'warn',
      html`<p>${words}</p>
        <div class="row">${buttons.map((one) => plainButton(one))}</div>`,
    )
  return html`${failedStep ? more(text.stuck, [text.tryAgain, () => form.enter(failedStep, 'title')]) : nothing}
    ${refusal ? more(refusalOf(refusal, text)) : nothing}
    ${
      state === 'changed'
        ? more(
            text.changed,
            [text.loadNewer, () => form.resolveConflict(false)],
            [text.keepMine, () => form.resolveConflict(true)],
          )
        : nothing
    }
    <p class="quiet" part="saved">
      ${
        view.step === 'start' && view.page?.environment === 'sandbox'
          ? text.testNote
          : phaseOf(view) === 'filling' && state !== 'none' && state !== 'changed'
            ? text[state]
            : nothing
      }
    </p>`
}

const refusalOf = (code: string, text: ShellStrings): string =>
  text.refusals[code] ?? text.refusals['otherwise']!

/** Unrequested announcements of the live region: a rejected request, a step that did not load, an unsaved draft. */
export const announcementOf = ({ view: { draft, refusal, failedStep }, text }: Shell): string => {
  if (refusal) return refusalOf(refusal, text)
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
