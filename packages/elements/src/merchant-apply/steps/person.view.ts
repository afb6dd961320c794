// The page of one person: identity, share, contact details. It is judged separately and closed by Save or Cancel.
import { judgeSigner, type AddressValues } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { address } from '../fields/address.field.ts'
import { box } from '../fields/choice.field.ts'
import { date } from '../fields/date.field.ts'
import { plainButton, subForm } from '../fields/form.ts'
import { formatSsn } from '../fields/format.ts'
import { secret } from '../fields/secret.field.ts'
import { line, percent, phone } from '../fields/text.field.ts'
import type { StepScene } from '../step.ts'
import { groupOf, nameOf, text } from './signers.words.ts'

/** The page of the person at `index`; `close` returns to the list, with the former people if `undone`. */
export function personPage(
  scene: StepScene,
  index: number,
  close: (undone: boolean) => void,
): TemplateResult {
  const { form, values } = scene
  const group = groupOf(scene)
  const strings = text(scene)
  const at = `signers[${index}]`
  const fill = (token: string): string => `section-person${index + 1} ${token}`
  const copy = (): void => {
    for (const member of Object.keys(values.businessAddress) as (keyof AddressValues)[])
      form.change(`${at}.address.${member}`, values.businessAddress[member])
  }
  const save = (): void => {
    if (form.check((all, context) => judgeSigner(all, index, context))) close(false)
  }
  const roles = strings.titles.map((role, n) => [role, strings.titleNames[n] ?? role] as const)
  return subForm(
    scene,
    html`
      <h3 id="person" tabindex="-1" dir="auto">${nameOf(scene, index)}</h3>
      <div class="cols">
        ${line(group, `${at}.firstName`, { fill: fill('given-name') })}
        ${line(group, `${at}.lastName`, { fill: fill('family-name') })}
      </div>
      ${line(group, `${at}.title`, { fill: fill('organization-title'), usual: roles })}
      ${percent(group, `${at}.ownershipPercentage`)}
      ${values.ownershipType === 'soleProprietorship' ? nothing : box(group, `${at}.isControlPerson`)}
      ${date(group, `${at}.dateOfBirth`, true)} ${secret(group, `${at}.ssn`, formatSsn)}
      ${phone(group, `${at}.ownerCellPhone`, fill('tel'))}
      <h3>${strings.address}</h3>
      ${values.businessAddress.streetAddress === '' ? nothing : plainButton([strings.copy, copy])}
      ${address(group, `${at}.address`, 'home', `person${index + 1}`)}
    `,
    [strings.save, save],
    [strings.cancel, () => close(true)],
  )
}
