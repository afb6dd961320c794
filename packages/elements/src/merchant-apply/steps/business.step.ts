// Step "Your business": legal form, names and products.
import { judgeBusiness, OWNERSHIP_TYPES, statementOf } from '@tapboard/contract'
import { html, nothing } from 'lit'
import { addButton, optionalFields } from '../fields/answered.ts'
import { box, cards, type Option } from '../fields/choice.field.ts'
import { date } from '../fields/date.field.ts'
import { textAt } from '../fields/field.ts'
import { lookUpsOf } from '../fields/finds.ts'
import { isUnclear } from '../fields/numbers.ts'
import { line, lines, money } from '../fields/text.field.ts'
import { common, messageAt, NO_WORDS, fieldTexts, type FieldGroup } from '../fields/words.ts'
import { wordsIn } from '../fields/wording.ts'
import type { StepPart, StepScene } from '../step.ts'
import { BUSINESS, type BusinessStrings } from './business.strings.ts'

const text = (scene: StepScene): BusinessStrings => wordsIn(scene, 'business', BUSINESS)

const words: FieldGroup['words'] = (path, scene) =>
  text(scene).fields[path as keyof BusinessStrings['fields']] ?? NO_WORDS

/** An ambiguous amount has its own error text. */
const message = (path: string, scene: StepScene): string =>
  scene.shown.get(path) === 'amount' && isUnclear(textAt(scene, path))
    ? common(scene).unclear
    : messageAt({ scene, words }, path)

export const STEP: StepPart = {
  judge: judgeBusiness,
  ...fieldTexts(words),
  message,
  display: (path, scene) =>
    path === 'ownershipType'
      ? (text(scene).types[scene.values.ownershipType as keyof BusinessStrings['types']]?.[0] ?? '')
      : '',
  reveal(path, { values, form }) {
    // The service rejects the name that it received; if that was the legal name, show the field of the trading name.
    if (path === 'dbaName' && values.dbaSame) form.change('dbaSame', false)
  },
  render(scene) {
    const group = { scene, words, message }
    const { types, statement } = text(scene)
    const { values, form } = scene
    const shown = statementOf(values.dbaSame ? values.corporateName : values.dbaName)
    const chosen = (type: string): void => {
      form.change('ownershipType', type)
      // Only a sole proprietor may use another number: reset the type for all other kinds.
      if (type !== 'soleProprietorship' && values.taxIdType !== '') form.change('taxIdType', 'EIN')
    }
    const differ = (): void => {
      form.change('dbaSame', false)
      form.focus('dbaName')
    }
    return html`
      ${cards(
        group,
        'ownershipType',
        OWNERSHIP_TYPES.map((type): Option => [type, ...types[type]]),
        { act: chosen },
      )}
      ${line(group, 'corporateName', {
        fill: 'organization',
        finds: lookUpsOf(scene, 'lookUpBusiness')?.business(scene, words('corporateName', scene).label),
      })}
      ${values.dbaSame && !scene.shown.has('dbaSame') ? nothing : box(group, 'dbaSame')}
      ${
        values.dbaSame
          ? html`<div class="more">${addButton(group, 'dbaName', differ)}</div>`
          : line(group, 'dbaName')
      }
      <p class="statement" part="statement">
        ${statement} <b dir=${shown ? 'auto' : nothing}>${shown || '…'}</b>
      </p>
      ${lines(group, 'productSold', 200)} ${date(group, 'businessStartDate', 'month')}
      ${optionalFields(group, [
        ['website', () => line(group, 'website', { fill: 'url', mode: 'url' })],
        ['annualCreditCardSales', () => money(group, 'annualCreditCardSales')],
      ])}
    `
  },
}
