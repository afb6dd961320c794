// One row of the table of options: its schema with the default, its environment variable, its sentence. From the rows come the
// schemas of the configuration, `--help`, `.env.example`, the reader of the environment and the documentation.
import type * as z from 'zod/mini'

/**
 * How the text of a variable is converted to the value of an option. A `choice` is one of a list of words; a `ring` has secrets
 * separated by commas.
 */
type OptionReading = 'text' | 'choice' | 'flag' | 'number' | 'json' | 'list' | 'ring'

export interface OptionRow {
  /** Validates the value; contains the default. */
  readonly schema: z.ZodMiniType
  /** Environment variable; absent if only a program, or only its members, can set the option. */
  readonly variable?: string
  /** How the text of the variable is read; default `text`. */
  readonly reading?: OptionReading
  /** Whether its variable has a secret, which the variable `NAME_FILE` can read from a file. */
  readonly secret?: true
  /** Meaning, for `--help`, `.env.example` and the documentation. */
  readonly sentence: string
  /** Effect of omitting it, if there is no default value. */
  readonly absent?: string
  /** More about it, for the documentation only. */
  readonly detail?: string
  /** The rows of an option that is an object. */
  readonly members?: Rows
  /** Another variable for the same option. */
  readonly also?: { readonly variable: string; readonly sentence: string }
}

/** Rows by the name of the option. */
export type Rows = Readonly<Record<string, OptionRow>>

/** The values of a member, with `undefined` if it may be omitted. */
type ValueOf<Options, Name extends keyof Options> =
  object extends Pick<Options, Name> ? Options[Name] | undefined : Options[Name]

/** A value whose members may also be `undefined` where they may be omitted: schemas do not tell the two apart. */
type Lenient<Value> = Value extends readonly (infer Entry)[]
  ? readonly Lenient<Entry>[]
  : Value extends (...passed: never[]) => unknown
    ? Value
    : Value extends object
      ? { readonly [Name in keyof Value]: ValueOf<Value, Name> }
      : Value

/**
 * A row for each member of an options type: its schema accepts no value that the member does not have. `readConfig` compiles only if
 * the schemas also accept every value that the members have.
 */
export type OptionRows<Options> = {
  readonly [Name in keyof Options]-?: OptionRow & {
    readonly schema: z.ZodMiniType<unknown, Lenient<ValueOf<Options, Name>>>
  }
}

/** An option with its place: `upstream.terminalUrl`, `merchants.webhook.url`. */
export interface PlacedRow {
  readonly path: string
  readonly row: OptionRow
}

/** All rows with their members, in order. */
export const placed = (rows: Rows, above = ''): readonly PlacedRow[] =>
  Object.entries(rows).flatMap(([name, row]) => {
    const path = `${above}${name}`
    return [{ path, row }, ...placed(row.members ?? {}, `${path}.`)]
  })

/** The schemas of some rows. */
type SchemasOf<Group extends Rows> = { readonly [Name in keyof Group]: Group[Name]['schema'] }

/** The schemas of some rows, as the shape of an object. */
export const schemasOf = <Group extends Rows>(rows: Group): SchemasOf<Group> =>
  Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema])) as SchemasOf<Group>

interface Definition {
  readonly type: string
  readonly defaultValue?: unknown
  readonly innerType?: z.ZodMiniType
  readonly entries?: Readonly<Record<string, string>>
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def as unknown as Definition

/** The default of an option, `undefined` if it has none. */
export const defaultOf = ({ schema }: OptionRow): unknown => definitionOf(schema).defaultValue

/** Returns true if the option must be set. */
export const isRequired = ({ schema }: OptionRow): boolean =>
  !['default', 'optional'].includes(definitionOf(schema).type)

/** The words of a `choice` as a phrase: `spec (default) or x`. */
export function choicesOf(row: OptionRow): string {
  const outer = definitionOf(row.schema)
  const { entries = {} } = outer.innerType === undefined ? outer : definitionOf(outer.innerType)
  const words = Object.values(entries).map((word) => (word === defaultOf(row) ? `${word} (default)` : word))
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** The line of `--help` and of `.env.example` about an option. */
export function helpOf(row: OptionRow): string {
  const { sentence, absent, reading } = row
  if (reading === 'choice') return sentence === '' ? choicesOf(row) : `${choicesOf(row)}: ${sentence}`
  if (absent !== undefined) return `${sentence}; default: ${absent}`
  const value = defaultOf(row)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${sentence}; default ${value}`
    : sentence
}
