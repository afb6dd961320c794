// The reference of an element, from its manifest.
import { escapeHtml, markdownTable } from '../build/html.ts'
import { halvesOf } from '../browser/look.ts'
import { SHOWN } from '../screen/shown.ts'
import { declarationOf, type Entry } from './manifest.ts'

const code = (text: string): string => `\`${text}\``

/** Formats a type as a table cell, without `| undefined`. */
const typeText = ({ type }: Entry): string => code((type?.text ?? '').replace(/ \| undefined$/, ''))

const list = (entries: readonly Entry[] = [], head: string): string =>
  markdownTable(
    [head, 'What'],
    entries.map(({ name, description = '' }) => [code(name), description]),
  )

const signature = ({ name, parameters = [] }: Entry): string =>
  `${name}(${parameters.map((each) => `${each.name}: ${each.type?.text ?? 'unknown'}`).join(', ')})`

/** Attributes and properties of an element. */
export function attributeTable(tag: string): string {
  const fields = (declarationOf(tag).members ?? []).filter(({ kind }) => kind === 'field')
  return markdownTable(
    ['Property', 'Attribute', 'Type', 'What'],
    fields.map((field) => [
      code(field.name),
      field.attribute === undefined ? (field.readonly ? '*read only*' : '') : code(field.attribute),
      typeText(field),
      field.description ?? '',
    ]),
  )
}

/** Custom properties of the elements, each once. */
const customProperties = (): ReadonlyMap<string, Entry> =>
  new Map(
    ['terminal-pay', 'merchant-apply', 'terminal-desk'].flatMap((tag) =>
      (declarationOf(tag).cssProperties ?? []).map((entry) => [entry.name, entry] as const),
    ),
  )

/** The place of the editor, with the default values of the elements and the screens that it can show. */
export function editorPlace(): string {
  const defaults = Object.fromEntries([...customProperties()].map(([name, entry]) => [name, entry.default]))
  const screens = SHOWN.map(({ file, name }) => [file, name])
  return `<div id="editor" class="editor" data-defaults="${escapeHtml(JSON.stringify(defaults))}" data-screens="${escapeHtml(JSON.stringify(screens))}"></div>`
}

/** Custom properties with their defaults. */
export function propertyTable(): string {
  return markdownTable(
    ['Custom property', 'What', 'When not set'],
    [...customProperties().values()].map(({ name, description = '', default: unset = '' }) => {
      const [light, dark] = halvesOf(unset)
      return [code(name), description, light === dark ? code(light) : `${code(light)}, in dark ${code(dark)}`]
    }),
  )
}

/** Everything of an element but its events. */
export function elementReference(tag: string): string {
  const { members = [], slots, cssParts, cssStates } = declarationOf(tag)
  const methods = members.filter(({ kind }) => kind === 'method')
  return [
    `## Attributes and properties\n\n${attributeTable(tag)}`,
    `## Methods\n\n${markdownTable(
      ['Method', 'What'],
      methods.map((method) => [code(signature(method)), method.description ?? '']),
    )}`,
    `## Slots\n\n${list(slots, 'Slot')}`,
    `## Parts\n\nStyle them with \`${tag}::part(card)\`.\n\n${list(cssParts, 'Part')}`,
    `## Custom states\n\nWhat is shown, for your own styles and tests: \`${tag}:state(${cssStates?.[0]?.name ?? ''})\`.\n\n${list(cssStates, 'State')}`,
  ].join('\n\n')
}
