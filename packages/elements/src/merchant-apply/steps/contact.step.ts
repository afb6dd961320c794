// Step "Where to find you": business address, where letters go, phone and e-mail.
import { judgeContact } from '@tapboard/contract'
import { html, nothing } from 'lit'
import { address, addressWords } from '../fields/address.field.ts'
import { box } from '../fields/choice.field.ts'
import { line, phone } from '../fields/text.field.ts'
import { speaker, wordsIn, type Asking } from '../fields/words.ts'
import type { StepPart, StepScene } from '../step.ts'
import { CONTACT, type ContactStrings } from './contact.strings.ts'

const text = (scene: StepScene): ContactStrings => wordsIn(scene, 'contact', CONTACT)

const words: Asking['words'] = (path, scene) =>
  text(scene).fields[path as keyof ContactStrings['fields']] ?? addressWords(path, scene)

/** The step. */
export const STEP: StepPart = {
  judge: judgeContact,
  ...speaker(words),
  render(scene) {
    const asking = { scene, words }
    const { business, noBox, reach, mail } = text(scene)
    return html`
      <h3>${business}</h3>
      <p class="hint">${noBox}</p>
      ${address(asking, 'businessAddress', 'business', 'business')} ${box(asking, 'mailingSame')}
      ${
        scene.values.mailingSame
          ? nothing
          : html`<h3>${mail}</h3>
              ${address(asking, 'mailingAddress', 'mail', 'mailing')}`
      }
      <h3>${reach}</h3>
      ${phone(asking, 'businessPhone', 'section-business tel')}
      ${line(asking, 'businessEmail', { fill: 'section-business email', mode: 'email' })}
    `
  },
}
