// An address in the United States or Canada. The country changes the labels and the options of the other fields. The ZIP or postal
// code fills in the state.
import { MILITARY, STATES, stateOfZip, type AddressUse, type Country } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { Part } from '../../shared/controls.ts'
import type { StepScene } from '../step.ts'
import { ADDRESS } from './address.strings.ts'
import { known, optionalFields } from './answered.ts'
import { list, type Option } from './choice.field.ts'
import { textAt } from './field.ts'
import { lookUpsOf } from './finds.ts'
import { countryName } from './format.ts'
import { line } from './text.field.ts'
import { NO_WORDS, type AnyWords, type FieldGroup } from './words.ts'
import { wordsIn } from './wording.ts'

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

/** The country: asked where the page allows several, otherwise only if it is not the offered one. */
function countryField(group: FieldGroup, at: string, fill: string): Part {
  const { scene } = group
  const path = `${at}.country`
  const offered: readonly string[] = scene.page.countries
  const chosen = textAt(scene, path)
  if (offered.length === 1 && offered[0] === chosen) return nothing
  const { countries } = wordsIn(scene, 'address', ADDRESS)
  const name = (each: string): string => countries[each as Country] || countryName(each, scene.lang)
  const move = (country: string): void => {
    scene.form.change(path, country)
    scene.form.change(`${at}.state`, stateOfZip(textAt(scene, `${at}.zip`), country))
  }
  return known(group, path, offered.includes(chosen) ? name(chosen) : '', () =>
    list(
      group,
      path,
      offered.map((each): Option => [each, name(each)]),
      fill,
      move,
    ),
  )
}

/** An address; `section` separates the addresses of one page for the browser's autofill. */
export function address(group: FieldGroup, at: string, use: AddressUse, section: string): TemplateResult {
  const { scene } = group
  const { form } = scene
  const country = countryAt(scene, at)
  const fill = (token: string): string => `section-${section} ${token}`
  const lookUps = lookUpsOf(scene, 'lookUpAddress')
  const street = addressWords(`${at}.streetAddress`, scene).label
  const [zip, state] = [textAt(scene, `${at}.zip`), textAt(scene, `${at}.state`)]
  const states = statesOf(scene, country, use)
  const nameOf = (code: string): string => states.find(([each]) => each === code)?.[1] ?? ''
  const derived = stateOfZip(zip, country)
  // The ZIP code decides the state unless the person has chosen another one.
  const typeZip = (typed: string): void => {
    form.change(`${at}.zip`, typed)
    void lookUps?.zip(scene, at, typed, country)
    const found = stateOfZip(typed, country)
    if ((state !== '' && state !== derived) || found === state || nameOf(found) === '') return
    form.change(`${at}.state`, found)
    form.announce(`${addressWords(`${at}.state`, scene).label}: ${nameOf(found)}`)
  }
  // The state is what a person corrects, so that the warning of the code is below it. It is about the values that were left.
  const isOdd = scene.warnings.has(`${at}.zip`) && nameOf(derived) !== '' && state !== derived
  const { elsewhere } = wordsIn(scene, 'address', ADDRESS)
  const isWhole = /\w.*\w.*\w.*\w.*\w/.test(zip)
  const warning = (path: string): string | undefined => {
    if (path === `${at}.zip`) return isOdd || !isWhole || state === derived ? '' : undefined
    return isOdd && path === `${at}.state` ? elsewhere(zip, nameOf(derived), nameOf(state)) : undefined
  }
  const warned: FieldGroup = { ...group, warning }
  // The list stays, with the focus, although the person chooses the state of the code.
  const choose = (chosen: string): void => {
    scene.memory.opened.add(`${at}.state`)
    form.change(`${at}.state`, chosen)
  }
  const stateList = (): TemplateResult => list(warned, `${at}.state`, states, fill('address-level1'), choose)
  const isAsked = state !== '' || isWhole
  return html`<div class="address">
    ${countryField(group, at, fill('country'))}
    ${line(group, `${at}.streetAddress`, {
      fill: fill('address-line1'),
      finds: lookUps?.street(scene, at, street, country),
    })}
    ${optionalFields(group, [
      [`${at}.streetAddress2`, () => line(group, `${at}.streetAddress2`, { fill: fill('address-line2') })],
    ])}
    <div class="cols place">
      ${line(warned, `${at}.zip`, {
        fill: fill('postal-code'),
        mode: country === 'US' ? 'numeric' : 'text',
        change: typeZip,
      })}
      ${line(group, `${at}.city`, { fill: fill('address-level2') })}
    </div>
    ${
      state === derived && state !== ''
        ? known(group, `${at}.state`, nameOf(state), stateList)
        : isAsked || scene.shown.has(`${at}.state`) || scene.memory.opened.has(`${at}.state`)
          ? stateList()
          : nothing
    }
  </div>`
}
