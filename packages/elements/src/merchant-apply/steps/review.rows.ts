// The rows of the step "Check your answers", section by section: labels of the steps, formatted values, masked secrets.
import {
  FIELDS,
  isOwnersTaxId,
  stepOf,
  type AddressValues,
  type SignerValues,
  type Step,
} from '@tapboard/contract'
import { html, nothing } from 'lit'
import { textAt } from '../fields/field.ts'
import { addressLines, display } from '../fields/format.ts'
import { wordsIn } from '../fields/wording.ts'
import { valueAt } from '../paths.ts'
import type { StepScene } from '../step.ts'
import { REVIEW, type ReviewStrings } from './review.strings.ts'

/** One answer: its path, its label, and its formatted value; the value is empty if the applicant has not answered. */
export type Row = readonly [path: string, label: string, value: unknown]

/** The answers of a step, or of one person, under their heading. */
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
  /** The step that changes them, and a field of it; `null` if the plan is preset. */
  readonly edit: { readonly step: Step; readonly path?: string } | null
}

/** The fields of the business that have a text, in the order of their table: a new field has a row without a change here. */
const BUSINESS = Object.entries(FIELDS.business).flatMap(([name, kind]) =>
  typeof kind === 'string' ? [name] : [],
)

/** The texts of the step. */
export const text = (scene: StepScene): ReviewStrings => wordsIn(scene, 'review', REVIEW)

const lines = (address: AddressValues, lang: string): unknown =>
  addressLines(address, lang).map((line, index) => html`${index ? html`<br />` : nothing}${line}`)

/** The answer at a path under the label of its step. */
function row(scene: StepScene, path: string, value?: unknown): Row {
  const part = scene.part(stepOf(path))
  return [
    path,
    part?.label?.(path, scene) ?? '',
    value ?? (part?.display?.(path, scene) || display(path, textAt(scene, path), scene.lang)),
  ]
}

function addressRow({ values, lang }: StepScene, path: string, label: string): Row {
  const address = valueAt(values, path) as AddressValues
  return [`${path}.streetAddress`, label, address.streetAddress && lines(address, lang)]
}

function personSection(scene: StepScene, signer: SignerValues, index: number): Section {
  const words = text(scene)
  const { values, lang } = scene
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
  const yes = (isSet: boolean): string => (isSet ? words.yes : words.no)
  const sole = values.ownershipType === 'soleProprietorship'
  return {
    title: `${signer.firstName} ${signer.lastName}`,
    edit: { step: 'signers', path: `${at}.firstName` },
    rows: [
      own('title'),
      own('ownershipPercentage'),
      ...(sole ? [] : [own('isControlPerson', yes(signer.isControlPerson), words.control)]),
      ...(values.signers.length > 1 ? [own('isPrimary', yes(signer.isPrimary), words.primary)] : []),
      own('dateOfBirth'),
      own('ssn'),
      own('ownerCellPhone'),
      addressRow(scene, `${at}.address`, words.homeAddress),
    ],
  }
}

export function sectionsOf(scene: StepScene): readonly Section[] {
  const words = text(scene)
  const { values, page, names, steps } = scene
  const section = (step: Step, rows: readonly Row[], title = names[step]): Section => ({
    title,
    rows,
    edit: step !== 'plan' || steps.includes(step) ? { step } : null,
  })
  const plan = page.tiers.find(({ name }) => name === values.tierName)
  return [
    section('plan', [['tierName', words.plan, plan?.label ?? values.tierName]], words.planTitle),
    section(
      'business',
      BUSINESS.map((name) =>
        row(scene, name, name === 'dbaName' && values.dbaSame ? words.sameName : undefined),
      ),
    ),
    section('tax', [isOwnersTaxId(values) ? ['taxIdType', words.taxId, words.owners] : row(scene, 'taxId')]),
    section('contact', [
      addressRow(scene, 'businessAddress', words.businessAddress),
      values.mailingSame
        ? ['mailingSame', words.mailingAddress, words.sameAddress]
        : addressRow(scene, 'mailingAddress', words.mailingAddress),
      row(scene, 'businessPhone'),
      row(scene, 'businessEmail'),
    ]),
    section('signers', [row(scene, 'allOwnersListed', values.allOwnersListed ? words.yes : '')]),
    ...values.signers.map((signer, index) => personSection(scene, signer, index)),
    section(
      'bank',
      values.bankingLater
        ? [['bankingLater', names.bank, words.later]]
        : ['bankName', 'routingNumber', 'accountNumber'].map((member) => row(scene, `banking.${member}`)),
    ),
  ]
}
