// Where Continue leads: along the way, past what the page knew beforehand, and never by a step that has open questions. Steps
// are judged as they are loaded.
import type { Step } from '@tapboard/contract'
import { shownIn } from './complaints.ts'
import { contextOf, type View } from './merchant-apply.machine.ts'
import { besides, stepsOf } from './route.ts'
import type { StepLoader } from './steps/loader.ts'

/** The steps as far as they must be known. */
type Parts = Pick<StepLoader, 'load'>

async function isGood({ values, complaints, page }: View, parts: Parts, step: Step): Promise<boolean> {
  const part = await parts.load(step)
  if (!part || shownIn(complaints, step).length) return false
  return !part.judge?.(values, contextOf({ page })).issues.length
}

/** The step that follows, and where the way leads from there when it is one with open questions behind the review. */
export async function wayOn(view: View, parts: Parts): Promise<readonly [Step, Step?]> {
  const isEnd = (step: Step): boolean => step === 'review' || step === 'agreement'
  let target = view.returnTo ?? besides(view, view.step, 1)
  while (view.prefilled && !view.visited.has(target) && !isEnd(target) && (await isGood(view, parts, target)))
    target = besides(view, target, 1)
  if (!isEnd(target)) return [target]
  for (const step of stepsOf(view)) {
    if (step === 'review') break
    if (!(await isGood(view, parts, step))) return [step, 'review']
  }
  return [target]
}
