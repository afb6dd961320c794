// The rows of the step "Check your answers", section by section: labels of the steps, formatted values, masked secrets.
import { isOwnersTaxId, stepOf, type AddressValues } from '@tapboard/contract'
import { html, nothing } from 'lit'
import { textAt } from '../fields/field.ts'
import { addressLines, display } from '../fields/format.ts'
import { wordsIn } from '../fields/words.ts'
import { valueAt } from '../paths.ts'
import type { StepScene } from '../step.ts'
import { REVIEW, type ReviewStrings } from './review.strings.ts'

/** One answer: its path, its label, and its formatted value; the value is empty if the applicant has not answered. */
export type Row = readonly [path: string, label: string, value: unknown]

/** The answers of a step, or of one person, under their heading. */
export type Section = readonly [title: string, rows: readonly Row[]]

/** The texts of the step. */
export const text = (scene: StepScene): ReviewStrings => wordsIn(scene, 'review', REVIEW)

const lines = (address: AddressValues, lang: string): unknown =>
  addressLines(address, lang).map((line, index) => html`${index ? html`<br />` : nothing}${line}`)

/** All answers. */
export function sectionsOf(scene: StepScene): readonly Section[] {
  const words = text(scene)
  const { values, page, lang, names } = scene
  const row = (path: string, value?: unknown): Row => {
    const part = scene.part(stepOf(path))
    return [
      path,
      part?.label?.(path, scene) ?? '',
      value ?? (part?.display?.(path, scene) || display(path, textAt(scene, path), lang)),
    ]
  }
  const address = (path: string, label: string): Row => {
    const at = valueAt(values, path) as AddressValues
    return [`${path}.streetAddress`, label, at.streetAddress && lines(at, lang)]
  }
  const yes = (path: string): string => (valueAt(values, path) === true ? words.yes : words.no)
  const sole = values.ownershipType === 'soleProprietorship'
  const plan = page.tiers.find(({ name }) => name === values.tierName)
  const people = values.signers.map((signer, index): Section => {
    const at = `signers[${index}]`
    // A single person is not named in front of every label.
    const alone: StepScene = { ...scene, values: { ...values, signers: [signer] } }
    const own = (member: string, value?: unknown, label?: string): Row => {
      const path = `${at}.${member}`
      return [
        path,
        label ?? scene.part('signers')?.label?.(`signers[0].${member}`, alone) ?? '',
        value ?? display(path, textAt(scene, path), lang),
      ]
    }
    return [
      `${signer.firstName} ${signer.lastName}`,
      [
        own('title'),
        own('ownershipPercentage'),
        ...(sole ? [] : [own('isControlPerson', yes(`${at}.isControlPerson`), words.control)]),
        ...(values.signers.length > 1 ? [own('isPrimary', yes(`${at}.isPrimary`), words.primary)] : []),
        own('dateOfBirth'),
        own('ssn'),
        own('ownerCellPhone'),
        address(`${at}.address`, words.homeAddress),
      ],
    ]
  })
  return [
    [
      words.planTitle,
      [
        ['tierName', words.plan, plan?.label ?? values.tierName],
        ...(plan?.fees ?? []).map(({ label, value }): Row => ['', label, value]),
      ],
    ],
    [
      names.business,
      [
        row('ownershipType'),
        row('corporateName'),
        row('dbaName', values.dbaSame ? words.sameName : undefined),
        row('productSold'),
        row('website'),
        row('businessStartDate'),
        row('annualCreditCardSales'),
      ],
    ],
    [names.tax, [isOwnersTaxId(values) ? ['taxIdType', words.taxId, words.owners] : row('taxId')]],
    [
      names.contact,
      [
        address('businessAddress', words.businessAddress),
        values.mailingSame
          ? ['mailingSame', words.mailingAddress, words.sameAddress]
          : address('mailingAddress', words.mailingAddress),
        row('businessPhone'),
        row('businessEmail'),
      ],
    ],
    [names.signers, [row('allOwnersListed', values.allOwnersListed ? words.yes : '')]],
    ...people,
    [
      names.bank,
      values.bankingLater
        ? [['bankingLater', names.bank, words.later]]
        : ['bankName', 'routingNumber', 'accountNumber'].map((member) => row(`banking.${member}`)),
    ],
  ]
}
