// Step "Tax details": an EIN. A sole proprietor may use the personal number, which the step of the person then asks for.
import { isOwnersTaxId, judgeTax, TAX_ID_TYPES } from '@tapboard/contract'
import { html, nothing } from 'lit'
import { cards, type Option } from '../fields/choice.field.ts'
import { notice } from '../../shared/controls.ts'
import { formatEin } from '../fields/format.ts'
import { secret } from '../fields/secret.field.ts'
import { NO_WORDS, fieldTexts, type FieldGroup } from '../fields/words.ts'
import { wordsIn } from '../fields/wording.ts'
import type { StepPart, StepScene } from '../step.ts'
import { TAX, type TaxStrings } from './tax.strings.ts'

const text = (scene: StepScene): TaxStrings => wordsIn(scene, 'tax', TAX)

const words: FieldGroup['words'] = (path, scene) =>
  text(scene).fields[path as keyof TaxStrings['fields']] ?? NO_WORDS

export const STEP: StepPart = {
  judge: judgeTax,
  ...fieldTexts(words),
  reveal(path, { values, form }) {
    if (path === 'taxId' && isOwnersTaxId(values)) form.go('signers', 'signers[0].ssn')
  },
  render(scene) {
    const group = { scene, words }
    const { values } = scene
    const { types, later } = text(scene)
    const sole = values.ownershipType === 'soleProprietorship'
    // A person with another number must be able to change it if the business needs an EIN.
    const isTypeAsked = sole || !['', 'EIN'].includes(values.taxIdType)
    return html`
      ${
        isTypeAsked
          ? cards(
              group,
              'taxIdType',
              TAX_ID_TYPES.map((type): Option => [type, ...types[type]]),
            )
          : nothing
      }
      ${
        isOwnersTaxId(values)
          ? notice('good', later)
          : !isTypeAsked || values.taxIdType === 'EIN'
            ? secret(group, 'taxId', formatEin, true)
            : nothing
      }
    `
  },
}
