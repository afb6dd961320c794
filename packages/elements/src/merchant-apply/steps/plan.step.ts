// Step "plan" of <merchant-apply>.
import { judgePlan } from '@tapboard/contract'
import { html } from 'lit'
import type { StepPart } from '../step.ts'

/** See the head of this file. */
export const STEP: StepPart = {
  judge: judgePlan,
  render: () => html``,
}
