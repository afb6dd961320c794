// All steps after the start, in one file: they share their controls and texts, and once it is loaded no step can fail to load.
// Saving and submitting, and the paths of the dictionaries, are also here, to keep them out of the first file.
import { APPLY_END_FILES } from '../../languages/apply-end.files.ts'
import { APPLY_FIELDS_FILES } from '../../languages/apply-fields.files.ts'
import { APPLY_PEOPLE_FILES } from '../../languages/apply-people.files.ts'
import { CHOICE_STYLES } from '../../shared/choice.styles.ts'
import { SELECT_STYLES } from '../../shared/select.styles.ts'
import { FIELD_STYLES } from '../fields/fields.styles.ts'
import type { IsolatedFields, IsolatedForm } from '../isolated.part.ts'
import { STEP_SHELL_STYLES } from '../step-shell.styles.ts'

export {
  refusalOf,
  renderDraft,
  renderNotes,
  renderProgress,
  renderRefusal,
  renderSample,
  renderSummary,
} from '../step-shell.view.ts'
export { DraftKeeper } from '../draft-keeper.ts'
export { Sender } from '../sender.ts'
export { StepHistory } from '../step-history.ts'
export { STEP as AGREEMENT } from './agreement.step.ts'
export { STEP as BANK } from './bank.step.ts'
export { STEP as BUSINESS } from './business.step.ts'
export { STEP as CONTACT } from './contact.step.ts'
export { STEP as DONE } from './done.step.ts'
export { STEP as PLAN } from './plan.step.ts'
export { STEP as REVIEW } from './review.step.ts'
export { STEP as SIGNERS } from './signers.step.ts'
export { STEP as TAX } from './tax.step.ts'

/** Loads the frames of the secrets, for a page with `isolate`. */
export const isolation = async (form: IsolatedForm): Promise<IsolatedFields> =>
  new (await import('../isolated.part.ts')).IsolatedFields(form)

/** Styles of all these steps. */
export const STYLES = [CHOICE_STYLES, FIELD_STYLES, SELECT_STYLES, STEP_SHELL_STYLES] as const

/** Dictionaries of these steps. */
export const LATER_FILES = [APPLY_FIELDS_FILES, APPLY_PEOPLE_FILES, APPLY_END_FILES] as const
