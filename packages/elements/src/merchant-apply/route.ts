// The way through the steps: which ones this person is led through, what follows what, and where something wrong leads.
// Pure; which steps are good, the judges say.
import { isEditable, STEPS, stepOf, type Step } from '@tapboard/contract'
import type { View } from './merchant-apply.machine.ts'
import { valueAt } from './paths.ts'

/** Is there nothing to choose: one plan, or the page chose one of those on offer? */
export const isPlanGiven = ({ page, tier }: Pick<View, 'page' | 'tier'>): boolean =>
  page !== null && (page.tiers.length === 1 || page.tiers.some(({ name }) => name === tier))

/** The steps that are counted, in order. */
export const stepsOf = (view: Pick<View, 'page' | 'tier'>): readonly Step[] =>
  STEPS.slice(isPlanGiven(view) ? 2 : 1, -1)

/** The step after `step`, or before it with `-1`; the ends are `start` and `agreement`. */
export function besides(view: Pick<View, 'page' | 'tier'>, step: Step, way: 1 | -1): Step {
  const steps: readonly Step[] = ['start', ...stepsOf(view)]
  // A plan that was withdrawn is chosen anew, though nobody is led there otherwise.
  const at = step === 'plan' && !steps.includes(step) ? (way === 1 ? 0 : 1) : steps.indexOf(step)
  return steps[Math.min(Math.max(at + way, 0), steps.length - 1)]!
}

/** Is `step` further on than `other`? */
export const isAfter = (step: Step, other: Step): boolean => STEPS.indexOf(step) > STEPS.indexOf(other)

/** The first step in order that something shown belongs to, `null` when nothing is. */
export const stepOfIssues = (paths: Iterable<string>): Step | null => {
  const found = new Set(Array.from(paths, stepOf))
  return STEPS.find((step) => found.has(step)) ?? null
}

/**
 * Is the step complete: passed, right by its judge, without a complaint and without a secret to enter again? The review is
 * complete when all steps before it are.
 */
export function isComplete(view: View, step: Step, isRight: (step: Step) => boolean): boolean {
  const { furthest, complaints, again, values } = view
  if (!isAfter(furthest, step)) return false
  if (step === 'review')
    return stepsOf(view).every((one) => !isAfter(step, one) || isComplete(view, one, isRight))
  const belongs = (path: string): boolean => stepOf(path) === step
  const isOpenSecret = (path: string): boolean => belongs(path) && !valueAt(values, path)
  return (
    !Array.from(complaints.shown.keys()).some(belongs) &&
    !Array.from(again).some(isOpenSecret) &&
    isRight(step)
  )
}

/** May the person go there by a link, a button or `goTo()`? What lies ahead unseen is not skipped. */
export function isOpen(view: View, step: Step): boolean {
  if (!view.page || !isEditable(view.page.application.state) || step === 'done') return false
  return step === 'start' || !isAfter(step, view.furthest)
}
