// Step "Where to find you": business address, mailing address, phone and e-mail.
import { judgeContact } from '@tapboard/contract'
import { html } from 'lit'
import { answer, optionalFields } from '../fields/answered.ts'
import { address, addressWords } from '../fields/address.field.ts'
import { box } from '../fields/choice.field.ts'
import { line, phone } from '../fields/text.field.ts'
import { common, fieldTexts, type FieldGroup } from '../fields/words.ts'
import { wordsIn } from '../fields/wording.ts'
import type { StepPart, StepScene } from '../step.ts'
import { CONTACT, type ContactStrings } from './contact.strings.ts'

const text = (scene: StepScene): ContactStrings => wordsIn(scene, 'contact', CONTACT)

const words: FieldGroup['words'] = (path, scene) =>
  text(scene).fields[path as keyof ContactStrings['fields']] ?? addressWords(path, scene)

/** Prefix messages about the mailing address. */
const named = (path: string, scene: StepScene, message: string): string =>
  message !== '' && path.startsWith('mailingAddress')
    ? common(scene).about(text(scene).mail, message)
    : message

const { label, message } = fieldTexts(words)

const FIELD_TEXTS = {
  label: (path: string, scene: StepScene): string => named(path, scene, label(path, scene)),
  message: (path: string, scene: StepScene): string => named(path, scene, message(path, scene)),
}

export const STEP: StepPart = {
  judge: judgeContact,
  ...FIELD_TEXTS,
  reveal(path, { values, form }) {
    if (path.startsWith('mailingAddress') && values.mailingSame) form.change('mailingSame', false)
  },
  render(scene) {
    const group = { scene, words, message: FIELD_TEXTS.message }
    const { business, noBox, reach, mail } = text(scene)
    const differ = (): void => {
      scene.form.change('mailingSame', false)
      // The country is asked once.
      scene.form.change('mailingAddress.country', scene.values.businessAddress.country)
      scene.form.focus('mailingAddress.streetAddress')
    }
    return html`
      <h3>${business}</h3>
      <p class="hint">${noBox}</p>
      ${address(group, 'businessAddress', 'business', 'business')}
      <h3>${reach}</h3>
      <div class="cols">
        ${phone(group, 'businessPhone', 'section-business tel')}
        ${optionalFields(group, [
          [
            'businessEmail',
            () => line(group, 'businessEmail', { fill: 'section-business email', mode: 'email' }),
          ],
        ])}
      </div>
      ${
        scene.values.mailingSame
          ? answer(scene, 'mailingSame', [text(scene).fields.mailingSame.label, ''], differ)
          : html`<h3>${mail}</h3>
              ${box(group, 'mailingSame')} ${address(group, 'mailingAddress', 'mail', 'mailing')}`
      }
    `
  },
}
