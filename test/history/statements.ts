/**
 * The statements that a program sends to its database, and the plan of each on a database with a long past. The drivers are
 * observed; no part of the program is replaced.
 */
import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** Records until stopped; returns each statement once, as the database received it. */
export function listenToStatements(): () => readonly string[] {
  const seen = new Set<string>()
  const { prepare } = Sqlite.prototype
  const { query } = pg.Client.prototype
  Sqlite.prototype.prepare = function listened(this: Sqlite.Database, text: string) {
    seen.add(text)
    return Reflect.apply(prepare, this, [text])
  } as typeof prepare
  pg.Client.prototype.query = function listened(this: pg.Client, ...asked: unknown[]): unknown {
    const [first] = asked
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
    if (typeof text === 'string') seen.add(text)
    return Reflect.apply(query, this, asked)
  } as typeof query
  return () => {
    Sqlite.prototype.prepare = prepare
    pg.Client.prototype.query = query
    return [...seen].filter((text) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
  }
}

/** Tables that grow, and indexes that contain open rows only, so a scan of one is bounded by the open rows. */
export interface PlanRules {
  readonly growing: ReadonlySet<string>
  readonly openRows: ReadonlySet<string>
}

/** The fault in a line of SQLite's plan, or `null`. */
function faultOfLine(line: string, { growing, openRows }: PlanRules): string | null {
  const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(line) ?? []
  return growing.has(table) && !(index !== undefined && openRows.has(index)) ? line : null
}

/** The faults of a statement's plan in an embedded file. */
export function faultsInSqlite(path: string, statement: string, rules: PlanRules): readonly string[] {
  const database = new Sqlite(path, { readonly: true })
  try {
    const parameters = Array.from(statement.matchAll(/\?/g), () => null)
    const plan = database.prepare(`explain query plan ${statement}`).all(...parameters) as {
      detail: string
    }[]
    return plan.flatMap(({ detail }) => faultOfLine(detail, rules) ?? [])
  } finally {
    database.close()
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The faults of a node of PostgreSQL's plan and of those below it. */
function faultsOfNode(node: PlanNode, rules: PlanRules, above = ''): readonly string[] {
  const table = node['Relation Name'] ?? above
  const index = node['Index Name']
  const type = node['Node Type']
  const below = (node.Plans ?? []).flatMap((one) => faultsOfNode(one, rules, table))
  const whole =
    type === 'Seq Scan' ||
    (index !== undefined && node['Index Cond'] === undefined && !rules.openRows.has(index))
  return whole && rules.growing.has(table) ? [`${type} of ${table} ${index ?? ''}`, ...below] : below
}

/** The faults of a statement's plan on PostgreSQL, whatever its parameters. */
export async function faultsInPostgres(
  client: pg.Client,
  statement: string,
  rules: PlanRules,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `explain (generic_plan, format json) ${statement}`,
  )
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => faultsOfNode(Plan, rules)))
}
