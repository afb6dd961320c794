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
import { asking, nameOf, text } from './signers.words.ts'

/** The page of the person at `index`; `close` returns to the list, with the former people if `undone`. */
export function personPage(
  scene: StepScene,
  index: number,
  close: (undone: boolean) => void,
): TemplateResult {
  const { form, values } = scene
  const asked = asking(scene)
  const said = text(scene)
  const at = `signers[${index}]`
  const fill = (token: string): string => `section-person${index + 1} ${token}`
  const copy = (): void => {
    for (const member of Object.keys(values.businessAddress) as (keyof AddressValues)[])
      form.change(`${at}.address.${member}`, values.businessAddress[member])
  }
  const save = (): void => {
    if (form.check((all, context) => judgeSigner(all, index, context))) close(false)
  }
  const roles = said.titles.map((role, n) => [role, said.titleNames[n] ?? role] as const)
  return subForm(
    scene,
    html`
      <h3 id="person" tabindex="-1" dir="auto">${nameOf(scene, index)}</h3>
      <div class="cols">
        ${line(asked, `${at}.firstName`, { fill: fill('given-name') })}
        ${line(asked, `${at}.lastName`, { fill: fill('family-name') })}
      </div>
      ${line(asked, `${at}.title`, { fill: fill('organization-title'), usual: roles })}
      ${percent(asked, `${at}.ownershipPercentage`)}
      ${values.ownershipType === 'soleProprietorship' ? nothing : box(asked, `${at}.isControlPerson`)}
      ${date(asked, `${at}.dateOfBirth`, true)} ${secret(asked, `${at}.ssn`, formatSsn)}
      ${phone(asked, `${at}.ownerCellPhone`, fill('tel'))}
      <h3>${said.address}</h3>
      ${values.businessAddress.streetAddress === '' ? nothing : plainButton([said.copy, copy])}
      ${address(asked, `${at}.address`, 'home', `person${index + 1}`)}
    `,
    [said.save, save],
    [said.cancel, () => close(true)],
  )
}
