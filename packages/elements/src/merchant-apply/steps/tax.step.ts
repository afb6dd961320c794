// Step "Tax details": an EIN. A sole proprietor may use the personal number, which the step of the person then asks for.
import { isOwnersTaxId, judgeTax, TAX_ID_TYPES } from '@tapboard/contract'
import { html, nothing } from 'lit'
import { cards, type Option } from '../fields/choice.field.ts'
import { notice } from '../../shared/controls.ts'
import { formatEin } from '../fields/format.ts'
import { secret } from '../fields/secret.field.ts'
import { NO_WORDS, speaker, wordsIn, type Asking } from '../fields/words.ts'
import type { StepPart, StepScene } from '../step.ts'
import { TAX, type TaxStrings } from './tax.strings.ts'

const text = (scene: StepScene): TaxStrings => wordsIn(scene, 'tax', TAX)

const words: Asking['words'] = (path, scene) =>
  text(scene).fields[path as keyof TaxStrings['fields']] ?? NO_WORDS

/** The step. */
export const STEP: StepPart = {
  judge: judgeTax,
  ...speaker(words),
  reveal(path, { values, form }) {
    if (path === 'taxId' && isOwnersTaxId(values)) form.go('signers', 'signers[0].ssn')
  },
  render(scene) {
    const asking = { scene, words }
    const { values } = scene
    const { types, later } = text(scene)
    const sole = values.ownershipType === 'soleProprietorship'
    // A person with another number must be able to change it if the business needs an EIN.
    const asked = sole || !['', 'EIN'].includes(values.taxIdType)
    return html`
      ${
        asked
          ? cards(
              asking,
              'taxIdType',
              TAX_ID_TYPES.map((type): Option => [type, ...types[type]]),
            )
          : nothing
      }
      ${
        isOwnersTaxId(values)
          ? notice('good', later)
          : !asked || values.taxIdType === 'EIN'
            ? secret(asking, 'taxId', formatEin)
            : nothing
      }
    `
  },
}
