// Options of the BFF with environment variables and defaults, from the configuration's table.
import {
  choicesOf,
  defaultOf,
  isRequired,
  placed,
  type OptionRow,
  type PlacedRow,
} from '../../../packages/bff/src/app/option-row.ts'
import { SECRET_VARIABLES } from '../../../packages/bff/src/app/environment.ts'
import { OPTIONS, PROCESS_VARIABLES } from '../../../packages/bff/src/app/option-table.ts'
import { SAFETY_RULES } from '../../../packages/bff/src/app/safety-rules.ts'
import { markdownTable } from '../build/html.ts'

const ROWS = placed(OPTIONS)

/** Groups with a separate table. */
const GROUPS = ['upstream', 'merchants', 'merchants.boarding', 'limits'] as const

const groupOf = (path: string): string =>
  GROUPS.findLast((group) => path.startsWith(`${group}.`) && path !== group) ?? ''

const code = (text: string): string => `\`${text}\``

function defaultText(row: OptionRow): string {
  const value = defaultOf(row)
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'string' || typeof value === 'boolean') return code(String(value))
  const { count, windowSeconds } = (value ?? {}) as {
    readonly count?: number
    readonly windowSeconds?: number
  }
  if (count !== undefined) return `${count} in ${windowSeconds} s`
  return row.absent ?? (isRequired(row) ? 'required' : '')
}

function meaningOf(row: OptionRow): string {
  if (row.reading === 'json') return row.detail ?? ''
  const choices =
    row.reading === 'choice'
      ? choicesOf(row)
          .replace(' (default)', '')
          .replaceAll(/(\w+)(?=,| or |$)/g, (word) => code(word))
      : ''
  const sentence = [choices, row.sentence].filter((text) => text !== '').join(': ')
  return [sentence, row.detail].filter((text) => text !== undefined).join('. ')
}

const cells = (group: string, { path, row }: PlacedRow): readonly string[] => [
  code(group === '' ? path : path.slice(group.length + 1)),
  row.variable === undefined ? '' : code(row.variable),
  defaultText(row),
  meaningOf(row),
]

/**
 * Renders the options of a group: none for `createBff` itself, otherwise `upstream`, `merchants`,
 * `merchants.boarding` or `limits`.
 */
export function optionTable(group: string): string {
  const rows = ROWS.filter(({ path }) => groupOf(path) === group)
  if (rows.length === 0) throw new Error(`There is no group of options "${group}".`)
  return markdownTable(
    ['Option', 'Variable', 'Default', 'Meaning'],
    rows.map((row) => cells(group, row)),
  )
}

/** Renders the variables that must be set for one merchant. */
export const requiredVariables = (): string =>
  markdownTable(
    ['Variable', 'Value'],
    ROWS.filter(({ path, row }) => row.variable !== undefined && isRequired(row) && isNeeded(path)).map(
      ({ row }) => [code(row.variable ?? ''), meaningOf(row)],
    ),
  )

/** Not the list of several merchants, and no option of one that may be absent. */
const isNeeded = (path: string): boolean => !/^merchants$|^merchants\.(webhook|boarding)\b/.test(path)

/** Renders the rules that a configuration keeps. */
export const ruleTable = (): string =>
  markdownTable(
    ['Rule', 'Applies', 'Sentence'],
    Object.entries(SAFETY_RULES).map(([name, { where, sentence }]) => [
      code(name),
      where === 'production' ? 'in production' : 'everywhere',
      sentence,
    ]),
  )

/** Renders the environment variables that are not options. */
export const variableTable = (): string =>
  markdownTable(
    ['Variable', 'Meaning'],
    PROCESS_VARIABLES.map(([name, meaning]) => [code(name), meaning]),
  )

/** Renders the list of the variables that can be a file. */
export const secretVariables = (): string => SECRET_VARIABLES.map((name) => `- ${code(name)}`).join('\n')
