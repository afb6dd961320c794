// The steps of an application in their order.
import { FIELDS, type FieldStep } from './fields.ts'

/** A step that can be saved in a draft. */
type DraftStep = FieldStep | 'review'

/** A step of the form, one of {@link STEPS}. */
export type Step = 'start' | DraftStep | 'agreement' | 'done'

/** Steps that can be saved in a draft, in their order. */
export const DRAFT_STEPS = /* @__PURE__ */ Object.keys(FIELDS).concat('review') as readonly DraftStep[]

/** Steps in their order; `start`, `review`, `agreement` and `done` have no fields of their own. */
export const STEPS = /* @__PURE__ */ Array.of<Step>('start', ...DRAFT_STEPS, 'agreement', 'done')
