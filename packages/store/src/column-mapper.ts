/**
 * Maps the rows of the code to the columns of their tables: camelCase to snake_case, booleans to 1 and 0. Only
 * the adapters of a store use it, so that no other code knows the names and types of SQL.
 */

/** Boolean as SQL stores it: 1 = true, 0 = false. */
export type Flag = 0 | 1

/** The column of a member: `createdAtMs` → `created_at_ms`. */
export type ColumnName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : Name

/** The columns of a row. */
export type Columns<Row> = {
  [Name in keyof Row as ColumnName<Name & string>]: boolean extends Row[Name] ? Flag : Row[Name]
}

/** Converts between a row and its columns. */
export interface ColumnMapper<Row> {
  /** Converts a row that was read. */
  toRow(columns: Columns<Row>): Row
  /** Converts a row, or some members of it, to be written. */
  toColumns<Part extends Partial<Row>>(part: Part): Columns<Part>
}

type BooleanMember<Row> = {
  [Name in keyof Row]-?: boolean extends Row[Name] ? Name : never
}[keyof Row]

const memberNames = new Map<string, string>()
const columnNames = new Map<string, string>()

function memberOf(column: string): string {
  const known = memberNames.get(column)
  if (known !== undefined) return known
  const member = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  memberNames.set(column, member)
  return member
}

function columnOf(member: string): string {
  const known = columnNames.get(member)
  if (known !== undefined) return known
  const column = member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnNames.set(member, column)
  return column
}

/** Creates the mapper of a row; `booleans` lists its boolean members, which SQL stores as integers. */
export function columnMapper<Row extends object>(
  booleans: Readonly<Record<BooleanMember<Row>, true>>,
): ColumnMapper<Row> {
  return {
    toRow: (columns) =>
      Object.fromEntries(
        Object.entries(columns).map(([column, value]) => {
          const member = memberOf(column)
          return [member, member in booleans ? value === 1 : value]
        }),
      ) as Row,
    toColumns: <Part extends Partial<Row>>(part: Part) =>
      Object.fromEntries(
        Object.entries(part).map(([member, value]) => [
          columnOf(member),
          typeof value === 'boolean' ? Number(value) : value,
        ]),
      ) as Columns<Part>,
  }
}
