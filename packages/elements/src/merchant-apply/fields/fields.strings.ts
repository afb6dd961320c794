// The words that all controls share, in English; those of the steps stand beside the steps. A page replaces any of them
// under `strings.fields`.
import type { WarningCode } from '@tapboard/contract'

/** Words of controls and buttons. */
export const FIELDS = {
  optional: '(optional)',
  choose: 'Choose',
  show: 'Show',
  showing: (label: string) => `Show ${label} while pressed`,
  again: 'Enter it again: for your safety it was not saved.',
  /** An amount whose comma or point may stand for thousands or for cents. */
  unclear: 'Enter the amount in digits alone, such as 250000: this can be read in two ways',
  count: (used: number, max: number) =>
    used > max ? `${used - max} too many` : `${used} of ${max} characters`,
  month: 'Month',
  day: 'Day',
  year: 'Year',
  /** Of whom or of what something is said, where a step asks the same of several. */
  about: (whose: string, said: string) => `${whose}: ${said}`,
  /** Where the field has no words for what is wrong. */
  check: (label: string) => `Check “${label}”`,
  /** The service refused a value without words of its own; the contract's sentence for `upstream`. */
  refused: 'The application service did not accept this value.',
  /** What to look at once more; short, so that it fits into the line that is kept free for it. */
  warnings: {
    'statement-cut': 'Statements show 22 characters',
    'ein-prefix': 'Unusual number: is it right?',
    'account-card': 'Is this a card number?',
    'zip-state': 'Check ZIP and state',
    'sole-name': 'A sole proprietor’s legal name is usually the owner’s own name: please check it',
  } satisfies Record<WarningCode, string> as Readonly<Record<WarningCode, string>>,
}
