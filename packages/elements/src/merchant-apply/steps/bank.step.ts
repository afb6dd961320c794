// Step "Bank account": complete now, or later.
import { isRoutingNumber, judgeBank, cleanDigits } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { known } from '../fields/answered.ts'
import { bankNameOf } from '../fields/bank-names.ts'
import { plainButton } from '../fields/form.ts'
import { secret } from '../fields/secret.field.ts'
import { line } from '../fields/text.field.ts'
import { NO_WORDS, fieldTexts, type FieldGroup } from '../fields/words.ts'
import { wordsIn } from '../fields/wording.ts'
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

/** Asks for the name if the table does not have the bank, or if another name was given. */
const isNameAsked = ({ values: { banking }, shown, memory }: StepScene): boolean =>
  banking.bankName !== '' ||
  isRoutingNumber(cleanDigits(banking.routingNumber)) ||
  shown.has('banking.bankName') ||
  memory.opened.has('banking.bankName')

export const STEP: StepPart = {
  judge: judgeBank,
  ...fieldTexts(words),
  render(scene) {
    const group = { scene, words }
    const strings = text(scene)
    const { bankingLater, banking } = scene.values
    const { form } = scene
    const typeRouting = (typed: string): void => {
      const before = bankNameOf(banking.routingNumber)
      form.change('banking.routingNumber', typed)
      if (banking.bankName !== before) return
      const name = bankNameOf(typed)
      if (name === before) return
      form.change('banking.bankName', name)
      if (name !== '') form.announce(`${words('banking.bankName', scene).label}: ${name}`)
    }
    const name = bankNameOf(banking.routingNumber)
    const nameLine = (): TemplateResult => line(group, 'banking.bankName')
    return html`
      <h3 id="bankingLater">${words('bankingLater', scene).label}</h3>
      ${
        bankingLater
          ? html`<p>${strings.later[1]}</p>`
          : html`${paperCheck(strings)}
              <div class="cols">
                ${line(group, 'banking.routingNumber', { mode: 'numeric', change: typeRouting })}
                ${secret(group, 'banking.accountNumber')}
              </div>
              ${
                name !== '' && name === banking.bankName
                  ? known(group, 'banking.bankName', name, nameLine)
                  : isNameAsked(scene)
                    ? nameLine()
                    : nothing
              }`
      }
      <div class=${bankingLater ? 'more' : 'more later'}>
        ${plainButton([bankingLater ? strings.now : strings.later[0], () => form.change('bankingLater', !bankingLater)])}
      </div>
    `
  },
}
