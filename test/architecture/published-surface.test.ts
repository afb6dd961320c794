// Published names of the elements, options of the BFF and variables of both servers. Pages and operators rely on them, so an
// accidental change is a breaking change. `TAPBOARD_ACCEPT=1` writes the records again.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileVariableOf } from '@tapboard/server'
import {
  RENAMED as BFF_RENAMED,
  SECRET_VARIABLES as BFF_SECRETS,
  VARIABLES as BFF_VARIABLES,
} from '../../packages/bff/src/app/environment.ts'
import {
  choicesOf,
  defaultOf,
  isRequired,
  placed,
  type OptionRow,
} from '../../packages/bff/src/app/option-row.ts'
import { OPTIONS } from '../../packages/bff/src/app/option-table.ts'
import { elementsOf, type Declared, type Field } from '../../packages/elements/build/manifest/declared.ts'
import { elementsManifest } from '../../packages/elements/build/manifest/manifest.ts'
import {
  RENAMED as SERVICE_RENAMED,
  SECRET_VARIABLES as SERVICE_SECRETS,
  SERVICE_VARIABLES,
  VARIABLE_HELP as SERVICE_HELP,
} from '../../packages/service/src/cli/variables.ts'
import { surfaceChanges, type Surface } from './published-surface.ts'

type Facts = Readonly<Record<string, string>>

const factsOf = <Item extends { readonly name: string }>(
  items: readonly Item[] = [],
  factOf: (item: Item) => string = () => '',
): Facts => Object.fromEntries(items.map((item) => [item.name, factOf(item)]))

const propertyOf = ({ type, parsedType, reflects = false, readonly = false }: Field): string =>
  [
    ...(readonly ? ['read only'] : []),
    parsedType?.text ?? type?.text ?? '',
    ...(reflects ? ['reflected'] : []),
  ].join(', ')

function elementOf(declared: Declared): Surface[string] {
  const members = declared.members ?? []
  const methods = members.filter((one) => one.kind === 'method')
  return {
    attribute: factsOf(declared.attributes, ({ type, default: unset }) =>
      [type?.text ?? '', ...(unset === undefined ? [] : [`default ${unset}`])].join(', '),
    ),
    property: factsOf(
      members.filter((one) => one.kind === 'field'),
      propertyOf,
    ),
    method: factsOf(methods, ({ parameters = [], return: made }) => {
      const given = parameters.map(
        ({ name, optional, type }) => `${name}${optional ? '?' : ''}: ${type?.text}`,
      )
      return `(${given.join(', ')}) => ${made?.type?.text ?? 'void'}`
    }),
    event: factsOf(declared.events, ({ detail, cancelable }) =>
      [detail.text, ...(cancelable ? ['cancelable'] : [])].join(', '),
    ),
    slot: factsOf(declared.slots),
    part: factsOf(declared.cssParts),
    'custom property': factsOf(declared.cssProperties),
    state: factsOf(declared.cssStates),
  }
}

const elements = (): Surface =>
  Object.fromEntries(
    elementsOf(elementsManifest()).map((declared) => [`<${declared.tagName}>`, elementOf(declared)]),
  )

/** Whether an option must be set, its default, its words. */
function optionOf(row: OptionRow): string {
  if (row.reading === 'choice') return choicesOf(row)
  const unset = row.members === undefined ? defaultOf(row) : undefined
  if (unset !== undefined) return `default ${JSON.stringify(unset)}`
  return isRequired(row)
    ? 'required'
    : `optional${row.absent === undefined ? '' : `, default: ${row.absent}`}`
}

/** The default that the explanation of a variable states. */
const statedIn = (help: string): string =>
  /\bdefault:? .*?(?=;|\. |$)|[\w-]+ \(default\)/.exec(help)?.[0] ?? ''

interface Variables {
  readonly names: readonly string[]
  readonly help: readonly (readonly [variable: string, help: string])[]
  readonly secrets: readonly string[]
  readonly renamed: readonly { readonly old: string; readonly current: string }[]
}

function variablesOf({ names, help, secrets, renamed }: Variables): Surface[string] {
  const explained = new Map(help)
  return {
    variable: Object.fromEntries(names.map((name) => [name, statedIn(explained.get(name) ?? '')])),
    'variable with the path of a file': Object.fromEntries(
      secrets.map((name) => [fileVariableOf(name), name]),
    ),
    'former variable': Object.fromEntries(renamed.map(({ old, current }) => [old, current])),
  }
}

const options = (): Surface => ({
  createBff: {
    option: Object.fromEntries(placed(OPTIONS).map(({ path, row }) => [path, optionOf(row)])),
  },
  'tapboard-bff': variablesOf({
    names: BFF_VARIABLES.map(([name]) => name),
    help: BFF_VARIABLES,
    secrets: BFF_SECRETS,
    renamed: BFF_RENAMED,
  }),
  'tapboard-service': variablesOf({
    names: [...new Set([...SERVICE_HELP.map(([name]) => name), ...SERVICE_VARIABLES])],
    help: SERVICE_HELP,
    secrets: SERVICE_SECRETS,
    renamed: SERVICE_RENAMED,
  }),
})

for (const [what, file, read] of [
  ['attributes, properties, methods, events, slots, parts and states', 'published-elements.json', elements],
  ['options and variables', 'published-options.json', options],
] as const)
  test(`${what} keep their published form`, () => {
    const record = new URL(file, import.meta.url)
    const found = read()
    if (process.env['TAPBOARD_ACCEPT'] === '1') writeFileSync(record, `${JSON.stringify(found, null, 2)}\n`)
    const changes = surfaceChanges(JSON.parse(readFileSync(record, 'utf8')) as Surface, found)
    assert.deepEqual(changes, [], changes.join('\n'))
  })

describe('a difference of a surface is named with what to do', () => {
  const part = (facts: Facts): Surface => ({ '<terminal-pay>': { part: facts } })
  const option = (fact: string): Surface => ({ createBff: { option: { dpop: fact } } })
  for (const [what, changes, sentence] of [
    [
      'a removed name',
      surfaceChanges(part({ button: '', compare: '' }), part({ button: '' })),
      /^the part "compare" of <terminal-pay> is gone.*changeset for a major version.*TAPBOARD_ACCEPT=1/,
    ],
    [
      'a changed fact',
      surfaceChanges(option('default true'), option('default false')),
      /^the option "dpop" of createBff was "default true" and is now "default false"\. .*TAPBOARD_ACCEPT=1/,
    ],
    [
      'an added name',
      surfaceChanges(part({}), part({ compare: '' })),
      /^the part "compare" of <terminal-pay> is not recorded: write a changeset and run TAPBOARD_ACCEPT=1/,
    ],
  ] as const)
    test(what, () => {
      assert.equal(changes.length, 1)
      assert.match(changes[0] ?? '', sentence)
    })

  test('a renamed name is a removed and an added one', () => {
    assert.equal(surfaceChanges(part({ compare: '' }), part({ compared: '' })).length, 2)
  })
})
