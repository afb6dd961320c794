// The parts of the shell that only the steps after the start need, loaded with them: progress, notices, and the summary of
// errors.
import { stepOf, STEPS, type Step } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { notice, type Part } from '../shared/controls.ts'
import { refusedElsewhere, shownIn } from './field-errors.ts'
import { footNotice, plainButton } from './fields/form.ts'
import { wordsIn } from './fields/wording.ts'
import { common, listedAt } from './fields/words.ts'
import { contextOf, isLocked, phaseOf } from './merchant-apply.machine.ts'
import { isComplete, isOpen, needsAnswers, stepsOf } from './route.ts'
import { valueAt } from './paths.ts'
import { withSample } from './sample.ts'
import { AGREEMENT } from './steps/agreement.strings.ts'
import { fieldLink } from './steps/fixes.view.ts'
import type { Shell } from './shell.view.ts'

/** State of a step in the list. */
type Mark = 'past' | 'wrong' | ''

/** A check mark, an exclamation mark, or an empty circle. */
const SIGNS: Readonly<Record<Mark, string>> = { past: 'm6 12.5 4 4 8-9', wrong: 'M12 6v7m0 4.5v0', '': '' }

const signOf = (mark: Mark): TemplateResult =>
  html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[mark]} /></svg>`

const markOf = ({ view, form }: Shell, step: Step): Mark => {
  const isValid = (one: Step): boolean =>
    !form.parts.get(one)?.judge?.(view.values, contextOf(view)).issues.length
  if (step === view.step) return ''
  return needsAnswers(view, step) ? 'wrong' : isComplete(view, step, isValid) ? 'past' : ''
}

/**
 * The steps: complete ones have a check mark, and each one that the person has reached is a link. A narrow page shows the number of
 * the step, and the list when it is opened.
 */
export function renderProgress(shell: Shell): Part {
  const { view, text, form } = shell
  if (phaseOf(view) === 'fault' || view.step === 'done') return nothing
  const steps = stepsOf(view)
  const marks = steps.map((step) => markOf(shell, step))
  const at = steps.indexOf(view.step)
  const item = (step: Step, mark: Mark): TemplateResult => {
    const name = text.steps[step]
    const said = mark === '' ? name : text.marked[mark](name)
    const words = html`${signOf(mark)}<span>${name}</span>`
    return html`<li class=${mark} aria-current=${step === view.step ? 'step' : nothing}>
      ${
        step !== view.step && !isLocked(view) && isOpen(view, step)
          ? html`<a
              href="#${step}"
              part="link"
              aria-label=${said}
              @click=${(event: Event) => {
                event.preventDefault()
                ;(event.currentTarget as Element).closest('nav')!.querySelector('details')!.open = false
                form.go(step)
              }}
              >${words}</a
            >`
          : words
      }
    </li>`
  }
  return html`<nav class="progress" part="progress" aria-label=${text.progress}>
    <details>
      <summary>
        ${at < 0 ? text.progress : text.stepOf(at + 1, steps.length)}
        <span class="bars" aria-hidden="true"
          >${marks.map((mark, index) => html`<i class=${index === at ? 'now' : mark}></i>`)}</span
        >
      </summary>
    </details>
    <ol role="list">
      ${steps.map((step, index) => item(step, marks[index]!))}
    </ol>
  </nav>`
}

/** The errors of the step, then the rejected fields of other steps: one sentence each, linked to its field. */
export function renderSummary({ view, text, scene, form }: Shell): Part {
  const { errors, step } = view
  const paths = shownIn(errors, step)
  // The review has its own list of the errors before it; a path that this page does not know counts as one of the agreement.
  const elsewhere = refusedElsewhere(errors, step).filter(
    (path) => step !== 'review' || stepOf(path) === 'agreement',
  )
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

/** Notices before filling in: the origin of saved answers, and the values to enter again. */
export function renderNotes(shell: Shell): Part {
  const { view, text, lang, form } = shell
  const { resumed, draft, missingSecrets, step, discarding, values } = view
  const turn = (): void => form.step({ type: 'discard-asked', discarding: !discarding })
  const when = (): string => new Date(draft.savedAtMs!).toLocaleDateString(lang, { dateStyle: 'medium' })
  const isNoted = resumed && !isLocked(view)
  const open = Array.from(missingSecrets).filter((path) => valueAt(values, path) === '')
  // The review has the fields themselves; a later step asks when the person comes to it.
  const places = STEPS.filter((one) => step !== 'review' && one !== step && isOpen(view, one))
    .flatMap((one) => open.find((path) => stepOf(path) === one) ?? [])
    .map((path, index) => html`${index ? ' · ' : nothing}${fieldLink(shell, path, text.steps[stepOf(path)])}`)
  return html`${
    isNoted
      ? html`<div class="notice ${discarding ? 'warn' : 'quiet'}" part="notice">
          <p>
            ${discarding ? text.startOverSure : text.resumed(when())}
            ${open.length && !discarding ? html`${text.again} ${places}` : nothing}
          </p>
          <div class="row">
            ${discarding ? plainButton([text.startOverYes, () => form.discard()]) : nothing}
            ${plainButton([discarding ? text.keep : text.startOver, turn])}
          </div>
        </div>`
      : nothing
  }
  ${!isNoted && Array.from(missingSecrets, stepOf).includes(step) ? notice('warn', html`<p>${text.again}</p>`) : nothing}`
}

/** The rejections that a new try does not end: the key or the page of the partner, its removal, and a hold after a restore. */
const PAUSED = /^(.+-refused|store-restored|forbidden)$/

/** Why a request was rejected; empty if it was not. */
export function refusalOf({ view: { refusal, page }, scene }: Shell): string {
  if (!refusal) return ''
  const { refusals, paused } = wordsIn(scene!, 'agreement', AGREEMENT)
  return PAUSED.test(refusal) ? paused(page!.partner) : (refusals[refusal] ?? refusals['otherwise']!)
}

export const renderRefusal = (shell: Shell): Part => {
  const why = refusalOf(shell)
  return why ? footNotice(why) : nothing
}

/** The steps with values that are never saved. */
const UNSAVED: readonly Step[] = ['tax', 'signers', 'bank']

/** The state of the draft: below the buttons, in a place that is reserved for it. */
export function renderDraft(shell: Shell): Part {
  const { view, text, form, scene } = shell
  const { state } = view.draft
  if (view.step === 'start' && state !== 'changed') return nothing
  const isStale = state === 'saved' && !form.drafts!.isSaved
  const isShown = phaseOf(view) === 'filling' && state !== 'none' && state !== 'changed' && !isStale
  const isFilled = scene && sampledAt.get(form) === view.step
  const hasUnsaved = state === 'saved' && UNSAVED.includes(view.step)
  return html`${
      state === 'changed'
        ? footNotice(
            text.changed,
            [text.loadNewer, () => form.resolveConflict(false)],
            [text.keepMine, () => form.resolveConflict(true)],
          )
        : nothing
    }
    <div class="row foot">
      <p class="quiet" part="saved">
        ${isFilled ? common(scene).filled : isShown ? (hasUnsaved && scene ? common(scene).savedPart : text[state]) : nothing}
      </p>
      ${FILLABLE.includes(view.step) ? renderSample(shell) : nothing}
    </div>`
}

/** The step that was shown when sample data were filled in last. */
const sampledAt = new WeakMap<object, Step>()

/** The steps after the start with places for sample data. */
const FILLABLE: readonly Step[] = ['business', 'tax', 'contact', 'signers', 'bank']

/** In test mode: a button that fills the empty places of all steps; from the start it also goes to the next one. */
export function renderSample({ view, text, form, scene }: Shell): Part {
  const { page, isolated, step } = view
  if (page?.environment !== 'sandbox' || isLocked(view) || !scene) return nothing
  const fill = async (): Promise<void> => {
    const { sampleIn } = await import('./sample.part.ts')
    form.put(withSample(form.view.values, sampleIn, page, isolated))
    if (step === 'start') await form.next()
    sampledAt.set(form, form.view.step)
    form.announce(common(scene).filled)
  }
  return html`<div class="row">${plainButton([text.fillSample, () => fill().catch(console.warn)])}</div>`
}
