// Step "Bank account": complete now, or later.
import { judgeBank } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { cards } from '../fields/choice.field.ts'
import { secret } from '../fields/secret.field.ts'
import { line } from '../fields/text.field.ts'
import { NO_WORDS, fieldTexts, wordsIn, type FieldGroup } from '../fields/words.ts'
import type { StepPart, StepScene } from '../step.ts'
import { BANK, type BankStrings } from './bank.strings.ts'

const text = (scene: StepScene): BankStrings => wordsIn(scene, 'bank', BANK)

const words: FieldGroup['words'] = (path, scene) =>
  text(scene).fields[path as keyof BankStrings['fields']] ?? NO_WORDS

const paperCheck = ({ drawing, routing, account, where }: BankStrings): TemplateResult =>
  html`<figure>
    <svg class="paper" viewBox="0 0 320 120" role="img" aria-label=${drawing}>
      <rect x="1" y="1" width="318" height="118" rx="8" />
      <path d="M20 26h90M20 40h60M236 26h64M20 64h190M236 64h64" />
      <path class="mark" d="M14 80h114v32H14zM140 80h120v32H140z" />
      <text x="22" y="94">${routing}</text>
      <text x="148" y="94">${account}</text>
      <text x="22" y="107">021000021</text>
      <text x="148" y="107">000123456789</text>
    </svg>
    <figcaption class="hint">${where}</figcaption>
  </figure>`

export const STEP: StepPart = {
  judge: judgeBank,
  ...fieldTexts(words),
  render(scene) {
    const group = { scene, words }
    const strings = text(scene)
    const later = scene.values.bankingLater
    return html`
      ${cards(
        group,
        'bankingLater',
        [
          ['now', strings.now],
          ['later', ...strings.later],
        ],
        {
          value: later ? 'later' : 'now',
          act: (chosen) => scene.form.change('bankingLater', chosen === 'later'),
        },
      )}
      ${
        later
          ? nothing
          : html`${line(group, 'banking.bankName')} ${paperCheck(strings)}
            ${line(group, 'banking.routingNumber', { mode: 'numeric' })}
            ${secret(group, 'banking.accountNumber')}`
      }
    `
  },
}
