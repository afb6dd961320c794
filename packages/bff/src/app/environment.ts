// Environment variables → options, and back: a problem names the variable that the operator set, not its option. The
// table of options defines the variables.
import {
  editDistance,
  fileVariableOf,
  isInjectedVariable,
  suggestion,
  withCurrentNames,
  withoutInjected,
  withSecretFiles,
  type Environment,
  type RenamedVariable,
} from '@tapboard/server'
import { ConfigError } from './config.ts'
import type { ConfigProblem } from './config-rules.ts'
import { helpOf, placed, type OptionRow, type PlacedRow } from './option-row.ts'
import { OPTIONS, PROCESS_VARIABLES } from './option-table.ts'
import type { BffOptions } from './options.ts'

const ROWS: readonly PlacedRow[] = placed(OPTIONS)

/** Variables with their explanation, in the order of `--help`. */
export const VARIABLES: readonly (readonly [variable: string, help: string])[] = [
  ...ROWS.flatMap(({ row }) => [
    ...(row.variable === undefined ? [] : [[row.variable, helpOf(row)] as const]),
    ...(row.also === undefined ? [] : [[row.also.variable, row.also.sentence] as const]),
  ]),
  ...PROCESS_VARIABLES,
]

/** Variables with a secret: each can be set by the path of a file, as `NAME_FILE`. */
export const SECRET_VARIABLES: readonly string[] = ROWS.flatMap(({ row: { variable, secret } }) =>
  variable !== undefined && secret === true ? [variable] : [],
)

export type { Environment }

const PREFIX = 'TAPBOARD_'

/** Variables that never had a name without the prefix. */
const ALWAYS_PREFIXED: readonly string[] = [
  'TAPBOARD_SECRET',
  'TAPBOARD_LOG_FORMAT',
  'TAPBOARD_NOTICES_MODULE',
]

/** Hosting platforms and shells set these names. */
const PLATFORM: readonly string[] = ['PORT', 'HOST', 'LOG_LEVEL']

/** The names that the variables had before they got their prefix. */
export const RENAMED: readonly RenamedVariable[] = VARIABLES.flatMap(([current]) => {
  const old = current.slice(PREFIX.length)
  return ALWAYS_PREFIXED.includes(current) ? [] : [{ old, current, platform: PLATFORM.includes(old) }]
})

/** An environment that is ready to be read, and a notice about old names in it. */
interface ReadEnvironment {
  readonly environment: Environment
  readonly notice: string | null
}

/** Replaces old names and the variables `NAME_FILE`. Throws for a variable that cannot be used. */
export function readEnvironment(given: Environment, readText: (path: string) => string): ReadEnvironment {
  const { environment, notice } = withCurrentNames(withoutInjected(given), RENAMED)
  return { environment: withSecretFiles(environment, SECRET_VARIABLES, readText), notice }
}

/** The paths of the files with merchants and their secrets. */
export function merchantFiles(given: Environment): readonly string[] {
  const { environment } = withCurrentNames(withoutInjected(given), RENAMED)
  return SECRET_VARIABLES.filter((name) => name.startsWith('TAPBOARD_MERCHANT')).flatMap((name) => {
    const path = environment[fileVariableOf(name)] ?? ''
    return path === '' ? [] : [path]
  })
}

/**
 * Reads the merchants of an environment and its files. Throws for a variable that cannot be used; the list itself is not yet
 * validated.
 */
export function readMerchants(
  given: Environment,
  readText: (path: string) => string,
): BffOptions['merchants'] {
  const { environment } = readEnvironment(given, readText)
  const wrong = malformedVariables(environment)
  if (wrong.length > 0) throw new ConfigError(wrong)
  return optionsFrom(environment).merchants
}

/** The variable that sets an option, or the option above it. */
function variableOf(path: readonly string[]): string | null {
  for (let length = path.length; length > 0; length -= 1) {
    const known = ROWS.find((each) => each.path === path.slice(0, length).join('.'))?.row
    const variable = known?.variable ?? Object.values(known?.members ?? {})[0]?.variable
    if (known === undefined || variable === undefined) continue
    return known.reading === 'json' ? [variable, ...path.slice(length)].join('.') : variable
  }
  return null
}

/** The variable of an option: `TAPBOARD_MERCHANT_API_KEY`, `TAPBOARD_MERCHANTS[1].apiKey`. */
function nameInEnvironment(option: string, environment: Environment): string {
  const [list, index, ...members] = option.split('.')
  if (list !== 'merchants') return variableOf(option.split('.')) ?? option
  if (index === undefined) return 'TAPBOARD_MERCHANTS'
  if (environment['TAPBOARD_MERCHANTS'] !== undefined)
    return [`TAPBOARD_MERCHANTS[${index}]`, ...members].join('.')
  return variableOf(['merchants', ...members]) ?? option
}

const isVariable = (name: string): boolean => VARIABLES.some(([variable]) => variable === name)

/** The problems with their variables instead of their options; a variable without a value is named as such. */
export const problemsInEnvironment = (
  problems: readonly ConfigProblem[],
  environment: Environment,
): readonly ConfigProblem[] =>
  problems.map(({ option, message }) => {
    const name = nameInEnvironment(option, environment)
    const isUnset = isVariable(name) && (environment[name] ?? '') === ''
    const isRule = message.startsWith('must ') && !message.startsWith('must be set')
    return { option: name, message: isUnset && isRule ? `is not set: it ${message}` : message }
  })

/** Rewrites a problem with its variable. */
export const problemInEnvironment = (problem: ConfigProblem, environment: Environment): string =>
  problemsInEnvironment([problem], environment)
    .map(({ option, message }) => `${option} ${message}`)
    .join()

/** Parses JSON; invalid JSON becomes `null`, which the configuration rejects. {@link malformedVariables} says why. */
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const MALFORMED = 'must be JSON, with double quotes around names and texts, such as {"name":"text"}.'

/** The variables whose text is no JSON. The message of the parser is not repeated: it quotes the text, which may be a secret. */
const malformedVariables = (environment: Environment): readonly ConfigProblem[] =>
  ROWS.flatMap(({ row: { variable = '', reading } }) => {
    const text = environment[variable]
    return reading === 'json' && text !== undefined && json(text) === null
      ? [{ option: variable, message: MALFORMED }]
      : []
  })

/** Converts the value of a variable; invalid text is unchanged, and the configuration rejects it. */
function valueOf({ reading }: OptionRow, text: string): unknown {
  switch (reading) {
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'number':
      return /^\d{1,9}$/.test(text) ? Number(text) : text
    case 'json':
      return json(text)
    case 'ring':
      return text.includes(',') ? text.split(',').map((entry) => entry.trim()) : text
    case 'list':
      return text.split(',').map((entry) => entry.trim())
    case 'text':
    case 'choice':
    case undefined:
      return text
  }
}

type Members = Record<string, unknown>

/** The options of some rows; an option without a variable in the environment is left out, so that its default applies. */
function read(rows: Readonly<Record<string, OptionRow>>, environment: Environment): Members {
  const options: Members = {}
  for (const [name, row] of Object.entries(rows)) {
    const text = row.variable === undefined ? undefined : environment[row.variable]
    if (text !== undefined) options[name] = valueOf(row, text)
    else if (row.members !== undefined && row.variable === undefined) {
      const members = read(row.members, environment)
      if (Object.keys(members).length > 0) options[name] = members
    }
  }
  return options
}

/** The one merchant of the variables `MERCHANT_…`. */
function merchantFrom(environment: Environment): Members {
  const merchant = read(OPTIONS.merchants.members, environment)
  // A missing ID is one problem: the name, whose default it is, is not reported as well.
  const { id = '' } = merchant
  return { name: id === '' ? 'unnamed' : id, ...merchant }
}

/** A shop's own program can hardly use this prefix; `tapboard-service` checks its own part of it. */
const OURS = /^TAPBOARD_(?!SERVICE_)/i

/** Shorter names are too near to those of other programs: `HOST` and `LOST`. */
const COMPARED_MIN = PREFIX.length + 8

const afterPrefix = (name: string): string => name.slice(name.indexOf('_') + 1)

/** Whether a name is one of ours with a misspelled prefix, such as `TAPBORD_SECRET`. */
const hasMisspelledPrefix = (name: string, one: string): boolean =>
  afterPrefix(name) === afterPrefix(one) && editDistance(name, one) <= 2

/** The problems of the variables by themselves: unknown names and malformed JSON. */
export const problemsOfVariables = (environment: Environment): readonly ConfigProblem[] => [
  ...unknownVariables(environment),
  ...malformedVariables(environment),
]

/**
 * The problems of variables that do not exist: every unknown `TAPBOARD_…`, and a name that differs from one of ours, with or without the
 * prefix, in one or two letters, because it would leave a default in force without a word.
 */
function unknownVariables(environment: Environment): readonly ConfigProblem[] {
  const known = [...VARIABLES.map(([name]) => name), ...SECRET_VARIABLES.map(fileVariableOf)]
  const isNear = (name: string): boolean =>
    known.some(
      (one) => hasMisspelledPrefix(name, one) || (one.length >= COMPARED_MIN && editDistance(name, one) <= 2),
    )
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && !isInjectedVariable(name, environment[name] ?? ''))
    .flatMap((name) => {
      const meant = [name, `${PREFIX}${name}`].find((one) => isNear(one.toUpperCase()))
      if (!OURS.test(name) && meant === undefined) return []
      const near = meant === undefined ? suggestion(name, known, PREFIX) : suggestion(meant, known)
      return [{ option: name, message: `is not a variable of tapboard-bff; see tapboard-bff --help.${near}` }]
    })
}

/** The options of an environment; `readConfig` validates them. */
export function optionsFrom(environment: Environment): BffOptions {
  const options = read(OPTIONS, environment)
  return {
    upstream: {},
    merchants: [merchantFrom(environment)],
    ...options,
    // Not yet validated: `readConfig` names every missing or wrong option.
  } as unknown as BffOptions
}

/** A sentence for a process that has none of its settings, such as one in another folder than its `.env`; `null` for any other. */
export const adviceWithoutSettings = (environment: Environment): string | null =>
  ['TAPBOARD_SECRET', 'TAPBOARD_STORE_URL', 'TAPBOARD_PUBLIC_URL'].some((name) => environment[name])
    ? null
    : 'No settings were found. Run it in the folder of its .env; "npx tapboard env > .env" writes a first one, "npx tapboard dev" runs everything for a test sale.'
