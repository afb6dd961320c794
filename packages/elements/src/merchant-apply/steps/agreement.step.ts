// Step "agreement" of <merchant-apply>.
import { html } from 'lit'
import type { StepPart } from '../step.ts'

/** See the head of this file. */
export const STEP: StepPart = {
  render: () => html``,
}
