// The questions of the step "Your business", from the table of fields and the English texts.
import { FIELDS, type NamesOf, type TextKind } from '@tapboard/contract'
import { BUSINESS } from '../../../packages/elements/src/merchant-apply/steps/business.strings.ts'

type BusinessField = NamesOf<(typeof FIELDS)['business'], TextKind>

/** A question whose answer is typed into one text field. */
interface TextQuestion {
  readonly name: BusinessField
  readonly label: string
  readonly isOptional: boolean
}

const isTyped = (name: string): name is BusinessField => {
  const kind: unknown = FIELDS.business[name as BusinessField]
  return typeof kind === 'string' && kind !== 'choice' && kind !== 'date'
}

/** The typed questions in their order. */
export const TEXT_QUESTIONS: readonly TextQuestion[] = Object.keys(BUSINESS.fields)
  .filter(isTyped)
  .map((name) => {
    const { label, optional = false } = BUSINESS.fields[name]
    return { name, label, isOptional: optional }
  })
