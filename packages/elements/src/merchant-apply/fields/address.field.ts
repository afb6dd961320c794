// An address in the United States or Canada. The country changes the labels and the options of the other fields.
import { MILITARY, STATES, type AddressUse, type Country } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { StepScene } from '../step.ts'
import { ADDRESS } from './address.strings.ts'
import { list, type Option } from './choice.field.ts'
import { textAt } from './field.ts'
import { countryName } from './format.ts'
import { line } from './text.field.ts'
import { NO_WORDS, wordsIn, type AnyWords, type FieldGroup } from './words.ts'

const countryAt = (scene: StepScene, at: string): Country =>
  textAt(scene, `${at}.country`) === 'CA' ? 'CA' : 'US'

/** Texts of the address field at `path`, such as `businessAddress.zip`. */
export function addressWords(path: string, scene: StepScene): AnyWords {
  const [, at = '', member = ''] = /^(.*)\.(\w+)$/.exec(path) ?? []
  const text = wordsIn(scene, 'address', ADDRESS)
  switch (member) {
    case 'state':
    case 'zip':
      return text[member][countryAt(scene, at)]
    case 'country':
    case 'streetAddress':
    case 'streetAddress2':
    case 'city':
      return text[member]
    default:
      return NO_WORDS
  }
}

const statesOf = (scene: StepScene, country: Country, use: AddressUse): readonly Option[] => {
  const names = wordsIn(scene, 'address', ADDRESS).states[country].split('|')
  return STATES[country]
    .map((code, index): Option => [code, names[index] ?? code])
    .filter(([code]) => use !== 'business' || !MILITARY.includes(code))
}

/** An address; `section` separates the addresses of one page for the browser's autofill. */
export function address(group: FieldGroup, at: string, use: AddressUse, section: string): TemplateResult {
  const { scene } = group
  const country = countryAt(scene, at)
  const { countries } = wordsIn(scene, 'address', ADDRESS)
  const fill = (token: string): string => `section-${section} ${token}`
  const moved = (chosen: string): void => {
    scene.form.change(`${at}.country`, chosen)
    scene.form.change(`${at}.state`, '')
  }
  const offered = scene.page.countries
  return html`<div class="address">
    ${
      offered.length > 1 || offered[0] !== textAt(scene, `${at}.country`)
        ? list(
            group,
            `${at}.country`,
            offered.map((each): Option => [each, countries[each] || countryName(each, scene.lang)]),
            fill('country'),
            moved,
          )
        : nothing
    }
    ${line(group, `${at}.streetAddress`, { fill: fill('address-line1') })}
    ${line(group, `${at}.streetAddress2`, { fill: fill('address-line2') })}
    <div class="cols">
      ${line(group, `${at}.city`, { fill: fill('address-level2') })}
      ${list(group, `${at}.state`, statesOf(scene, country, use), fill('address-level1'))}
      ${line(group, `${at}.zip`, { fill: fill('postal-code'), mode: country === 'US' ? 'numeric' : 'text' })}
    </div>
  </div>`
}
