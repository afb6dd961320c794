// The page of one person: identity, share, contact details. It is judged separately and closed by Save or Cancel.
import { emptyAddress, judgeSigner, type AddressValues } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { address } from '../fields/address.field.ts'
import { known } from '../fields/answered.ts'
import { box } from '../fields/choice.field.ts'
import { date } from '../fields/date.field.ts'
import { subForm } from '../fields/form.ts'
import { addressLines, formatPercent, formatPhone, formatSsn, isolated } from '../fields/format.ts'
import { valueAt } from '../paths.ts'
import { secret } from '../fields/secret.field.ts'
import { line, percent, phone } from '../fields/text.field.ts'
import type { StepScene } from '../step.ts'
import { groupOf, nameOf, text } from './signers.words.ts'

/** Checks whether the home address is shown as that of the business. Fields that were shown once stay. */
function isAtBusiness({ values, memory, shown }: StepScene, at: string): boolean {
  const { businessAddress } = values
  const path = `${at}.address`
  const home = valueAt(values, path) as AddressValues
  const isSame =
    home.streetAddress !== '' &&
    Object.entries(businessAddress).every(
      ([member, value]) => home[member as keyof AddressValues] === value,
    ) &&
    !Array.from(shown.keys()).some((each) => each.startsWith(path))
  if (!isSame) memory.opened.add(path)
  return !memory.opened.has(path)
}

/** The home address: that of the business, or another one. */
function home(scene: StepScene, index: number): TemplateResult {
  const { form, values, memory } = scene
  const { businessAddress } = values
  const { address: heading, copy } = text(scene)
  const at = `signers[${index}]`
  const isSame = isAtBusiness(scene, at)
  const choose = (event: Event): void => {
    const { checked } = event.currentTarget as HTMLInputElement
    const made = checked ? businessAddress : emptyAddress(businessAddress.country)
    for (const [member, value] of Object.entries(made)) form.change(`${at}.address.${member}`, value)
    if (checked) memory.opened.delete(`${at}.address`)
    form.redraw()
  }
  return html`<h3>${heading}</h3>
    ${
      businessAddress.streetAddress === ''
        ? nothing
        : html`<label class="choice" part="choice">
            <input type="checkbox" id="home-same" .checked=${isSame} @change=${choose} />
            <span
              >${copy}
              <small>${addressLines(businessAddress, scene.lang).slice(0, -1).join(', ')}</small></span
            >
          </label>`
    }
    ${isSame ? nothing : address(groupOf(scene), `${at}.address`, 'home', `person${index + 1}`)}`
}

/** Role and share; those of a sole proprietor are known. */
function share(scene: StepScene, index: number, fill: string): TemplateResult {
  const group = groupOf(scene)
  const { ownershipType, signers } = scene.values
  const { titles, titleNames } = text(scene)
  const at = `signers[${index}]`
  const roles = titles.map((role, n) => [role, titleNames[n] ?? role] as const)
  const { title = '', ownershipPercentage = '' } = signers[index] ?? {}
  const titleLine = (): TemplateResult => line(group, `${at}.title`, { fill, usual: roles })
  const shareLine = (): TemplateResult => percent(group, `${at}.ownershipPercentage`)
  if (ownershipType !== 'soleProprietorship')
    return html`<div class="cols">${titleLine()} ${shareLine()}</div>
      ${signers.length > 1 ? box(group, `${at}.isControlPerson`) : nothing}`
  const role = title === titles[0] ? (titleNames[0] ?? title) : ''
  const whole = ownershipPercentage === '100' ? formatPercent('100', scene.lang) : ''
  return html`${known(group, `${at}.title`, role, titleLine)}
  ${known(group, `${at}.ownershipPercentage`, whole, shareLine)}`
}

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
  const save = (): void => {
    if (form.check((all, context) => judgeSigner(all, index, context))) close(false)
  }
  const isSole = values.ownershipType === 'soleProprietorship'
  const cellLine = (): TemplateResult => phone(group, `${at}.ownerCellPhone`, fill('tel'))
  const isFirst = scene.people.before.length === 0 && values.signers.length === 1
  const { firstName = '', lastName = '', ownerCellPhone: cell = '' } = values.signers[index] ?? {}
  const isNameless = `${firstName}${lastName}`.trim() === ''
  const leave = (): void => {
    form.put({ signers: [] })
    form.back()
  }
  return subForm(
    scene,
    html`
      ${isFirst ? html`<p class="hint">${isSole ? strings.onlyYou : strings.who}</p>` : nothing}
      <h3 id="person" tabindex="-1" dir="auto">
        ${isFirst && isNameless ? strings.startYou : nameOf(scene, index)}
      </h3>
      <div class="cols">
        ${line(group, `${at}.firstName`, { fill: fill('given-name') })}
        ${line(group, `${at}.lastName`, { fill: fill('family-name') })}
      </div>
      ${share(scene, index, fill('organization-title'))} ${date(group, `${at}.dateOfBirth`, 'birthday')}
      ${secret(group, `${at}.ssn`, formatSsn)}
      ${
        isSole && cell !== '' && cell === values.businessPhone
          ? known(group, `${at}.ownerCellPhone`, isolated(formatPhone(cell), scene.lang), cellLine)
          : cellLine()
      }
      ${home(scene, index)}
    `,
    [strings.save, save],
    isFirst ? [strings.back, leave] : [strings.cancel, () => close(true)],
  )
}
