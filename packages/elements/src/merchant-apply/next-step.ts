// The target of Continue: the next step of the route, without the steps that the prefill or the draft completes, and never past an
// incomplete step. Steps are judged after they are loaded.
import type { Step } from '@tapboard/contract'
import { shownIn } from './field-errors.ts'
import { contextOf } from './merchant-apply.machine.ts'
import type { View } from './view.ts'
import { adjacentStep, stepsOf } from './route.ts'
import type { StepLoader } from './steps/loader.ts'

/** The steps that must be loaded. */
type Parts = Pick<StepLoader, 'load'>

async function isValid(view: View, parts: Parts, step: Step): Promise<boolean> {
  const part = await parts.load(step)
  if (!part || shownIn(view.errors, step).length) return false
  return !part.judge?.(view.values, contextOf(view)).issues.length
}

/** The next step; instead of the agreement the first incomplete step, and the review as the step after it. */
export async function nextStepOf(view: View, parts: Parts): Promise<readonly [Step, Step?]> {
  const isEnd = (step: Step): boolean => step === 'review' || step === 'agreement'
  let target = view.returnTo ?? adjacentStep(view, view.step, 1)
  // After a reload in a step that was changed from the review, the complete steps between the two are not shown again.
  while (
    (view.prefilled || view.page?.draft) &&
    !view.visited.has(target) &&
    !isEnd(target) &&
    (await isValid(view, parts, target))
  )
    target = adjacentStep(view, target, 1)
  // The review lists what is missing; only the agreement needs complete answers.
  if (target !== 'agreement') return [target]
  for (const step of stepsOf(view)) {
    if (step === 'review') break
    if (!(await isValid(view, parts, step))) return [step, 'review']
  }
  return [target]
}
