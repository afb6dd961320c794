// What the step "Check your answers" lists, section by section: labels as the steps name them, values as people write them,
// secrets masked.
import { isOwnersTaxId, type AddressValues, type Step } from '@tapboard/contract'
import { html, nothing } from 'lit'
import { textAt } from '../fields/field.ts'
import { addressLines, display } from '../fields/format.ts'
import { wordsIn } from '../fields/words.ts'
import { valueAt } from '../paths.ts'
import type { StepScene } from '../step.ts'
import { REVIEW, type ReviewStrings } from './review.strings.ts'

/** One answer: where it is asked, its label, and how it reads; empty for nothing. */
export type Row = readonly [path: string, label: string, value: unknown]

/** The answers of a step, or of one person. */
export interface Section {
  readonly step: keyof ReviewStrings['sections']
  readonly title: string
  readonly rows: readonly Row[]
}

/** The words of the step. */
export const text = (scene: StepScene): ReviewStrings => wordsIn(scene, 'review', REVIEW)

const lines = (address: AddressValues): unknown =>
  addressLines(address).map((line, index) => html`${index ? html`<br />` : nothing}${line}`)

/** Everything that was asked. */
export function sectionsOf(scene: StepScene): readonly Section[] {
  const words = text(scene)
  const { values, page, lang } = scene
  const row = (step: Step, path: string, value?: unknown): Row => [
    path,
    scene.part(step)?.label?.(path, scene) ?? '',
    value ?? (scene.part(step)?.display?.(path, scene) || display(path, textAt(scene, path), lang)),
  ]
  const address = (path: string, label: string): Row => {
    const at = valueAt(values, path) as AddressValues
    return [`${path}.streetAddress`, label, at.streetAddress && lines(at)]
  }
  const yes = (path: string): string => (valueAt(values, path) === true ? words.yes : words.no)
  const section = (step: Section['step'], rows: readonly Row[], title = words.sections[step]): Section => ({
    step,
    title,
    rows,
  })
  const sole = values.ownershipType === 'soleProprietorship'
  const plan = page.tiers.find(({ name }) => name === values.tierName)
  const people = values.signers.map((signer, index) => {
    const at = `signers[${index}]`
    // Alone, a person is not named before every label.
    const alone: StepScene = { ...scene, values: { ...values, signers: [signer] } }
    const own = (member: string, value?: unknown, label?: string): Row => {
      const path = `${at}.${member}`
      return [
        path,
        label ?? scene.part('signers')?.label?.(`signers[0].${member}`, alone) ?? '',
        value ?? display(path, textAt(scene, path), lang),
      ]
    }
    return section(
      'signers',
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
      `${signer.firstName} ${signer.lastName}`,
    )
  })
  return [
    section('plan', [
      ['tierName', words.plan, plan?.label ?? values.tierName],
      ...(plan?.fees ?? []).map(({ label, value }): Row => ['', label, value]),
    ]),
    section('business', [
      row('business', 'ownershipType'),
      row('business', 'corporateName'),
      row('business', 'dbaName', values.dbaSame ? words.sameName : undefined),
      row('business', 'productSold'),
      row('business', 'website'),
      row('business', 'businessStartDate'),
      row('business', 'annualCreditCardSales'),
    ]),
    section('tax', [isOwnersTaxId(values) ? ['taxIdType', words.taxId, words.owners] : row('tax', 'taxId')]),
    section('contact', [
      address('businessAddress', words.businessAddress),
      values.mailingSame
        ? ['mailingSame', words.mailingAddress, words.sameAddress]
        : address('mailingAddress', words.mailingAddress),
      row('contact', 'businessPhone'),
      row('contact', 'businessEmail'),
    ]),
    section('signers', [row('signers', 'allOwnersListed', values.allOwnersListed ? words.yes : '')]),
    ...people,
    section(
      'bank',
      values.bankingLater
        ? [['bankingLater', words.sections.bank, words.later]]
        : ['bankName', 'routingNumber', 'accountNumber'].map((member) => row('bank', `banking.${member}`)),
    ),
  ]
}
