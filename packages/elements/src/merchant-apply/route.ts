// The route through the steps: which steps this person sees, their order, and the step of an error. Pure; the judges decide
// which steps are valid.
import { isEditable, STEPS, stepOf, type Step } from '@tapboard/contract'
import type { View } from './view.ts'
import { valueAt } from './paths.ts'

/** Checks whether the plan is preset: only one is offered, or the page chose one of them. */
export const isPlanGiven = ({ page, tier }: Pick<View, 'page' | 'tier'>): boolean =>
  page !== null && (page.tiers.length === 1 || page.tiers.some(({ name }) => name === tier))

/** The steps that are counted, in order. */
export const stepsOf = (view: Pick<View, 'page' | 'tier'>): readonly Step[] =>
  STEPS.slice(isPlanGiven(view) ? 2 : 1, -1)

/** The step after `step`, or before it with `-1`; the ends are `start` and `agreement`. */
export function adjacentStep(view: Pick<View, 'page' | 'tier'>, step: Step, way: 1 | -1): Step {
  const steps: readonly Step[] = ['start', ...stepsOf(view)]
  // The person chooses again after the plan was withdrawn, although the route has no plan step.
  const at = step === 'plan' && !steps.includes(step) ? (way === 1 ? 0 : 1) : steps.indexOf(step)
  return steps[Math.min(Math.max(at + way, 0), steps.length - 1)]!
}

/** Checks whether `step` is after `other`. */
export const isAfter = (step: Step, other: Step): boolean => STEPS.indexOf(step) > STEPS.indexOf(other)

/** The step that shows the issues: the plan and the agreement their own ones, the review all others. */
export const stepOfIssues = (paths: Iterable<string>): 'plan' | 'agreement' | 'review' => {
  const found = new Set(Array.from(paths, stepOf))
  if (found.has('plan')) return 'plan'
  return found.size === 1 && found.has('agreement') ? 'agreement' : 'review'
}

/** Checks whether the step, which the person has reached, has a shown error or a secret to enter again. */
export function needsAnswers({ furthest, errors, missingSecrets, values }: View, step: Step): boolean {
  const belongs = (path: string): boolean => stepOf(path) === step
  const isOpenSecret = (path: string): boolean => belongs(path) && !valueAt(values, path)
  return (
    isAfter(furthest, step) &&
    (Array.from(errors.shown.keys()).some(belongs) || Array.from(missingSecrets).some(isOpenSecret))
  )
}

/**
 * Checks whether the step is complete: passed, valid, without a shown error and without a secret to enter again. The review is
 * complete when all steps before it are.
 */
export function isComplete(view: View, step: Step, isValid: (step: Step) => boolean): boolean {
  if (!isAfter(view.furthest, step)) return false
  if (step === 'review')
    return stepsOf(view).every((one) => !isAfter(step, one) || isComplete(view, one, isValid))
  return !needsAnswers(view, step) && isValid(step)
}

/** Checks whether the person may go to the step by a link, a button or `goTo()`. Unseen steps cannot be skipped. */
export function isOpen(view: View, step: Step): boolean {
  if (!view.page || !isEditable(view.page.application.state) || step === 'done') return false
  return step === 'start' || !isAfter(step, view.furthest)
}
