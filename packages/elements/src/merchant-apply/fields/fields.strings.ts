// The English texts that all controls share; the texts of a step are next to the step. A page replaces any of them under
// `strings.fields`.
import type { WarningCode } from '@tapboard/contract'
import { REFUSED } from './refused.ts'

/** Words of controls and buttons. */
export const FIELDS = {
  optional: '(optional)',
  choose: 'Choose',
  show: 'Show',
  showing: (label: string) => `Show ${label}`,
  /** Opens an optional field. */
  add: (label: string) => `Add: ${label}`,
  again: 'Enter it again: for your safety it was not saved.',
  /** An amount whose comma or point may separate thousands or cents. */
  unclear: 'Enter the amount in digits alone, such as 250000: this can be read in two ways',
  count: (used: number, max: number) =>
    used > max ? `${used - max} too many` : `${used} of ${max} characters`,
  /** The name of the list below a field with a look-up, and the announcement of its length. */
  suggestions: (label: string) => `Suggestions for ${label}`,
  found: (count: number) =>
    count === 1
      ? '1 suggestion. Press the down arrow to choose it.'
      : `${count} suggestions. Press the down arrow to choose one.`,
  /** A look-up filled in the field. */
  filled: 'Filled in, please check',
  /** The state of a step with numbers that are not saved. */
  savedPart: 'Saved, except for the numbers that we never keep',
  month: 'Month',
  day: 'Day',
  year: 'Year',
  /** Prefix with the subject of a message if a step asks for the same of several. */
  about: (whose: string, message: string) => `${whose}: ${message}`,
  /** Generic text for an error without a text of the field. */
  check: (label: string) => `Check “${label}”`,
  refused: REFUSED,
  /** The same with what to check, by the kind of field; `reach` is a phone number, an e-mail address or a website. */
  refusals: {
    name: 'This answer was not accepted. Enter the name just as on official papers.',
    number: 'This answer was not accepted. Compare each digit with the paper it is on.',
    reach: 'This answer was not accepted. Check that it is complete and in use.',
    place: 'This answer was not accepted. Compare the address with a recent bill or letter.',
    date: 'This answer was not accepted. Compare the date with an official paper.',
  },
  /** Warnings; short enough for the line that is reserved for them. */
  warnings: {
    'statement-cut': 'Statements show 22 characters',
    'ein-prefix': 'Unusual number: is it right?',
    'account-card': 'Is this a card number?',
    'zip-state': 'Check ZIP and state',
    'sole-name': 'A sole proprietor’s legal name is usually the owner’s own name: please check it',
  } satisfies Record<WarningCode, string> as Readonly<Record<WarningCode, string>>,
}
