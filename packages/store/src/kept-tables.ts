/**
 * Tables of migrations that tests on PostgreSQL use again: to create and to drop them takes most of the processor time of a test with a
 * database. Between two tests the tables of a set stay in a schema of their own, with the rows of the migrations alone.
 */
import { sql, type Kysely } from 'kysely'
import type { MigrationSet } from './migrate.ts'

/** A set, or `null` for the tables of the store itself. */
type Owner = MigrationSet | null

interface Tables {
  readonly schema: string
  readonly names: readonly string[]
  /** Those that have rows after the migrations. */
  readonly filled: readonly string[]
}

/** Statements that change tables or what the server knows of them. */
const CHANGES =
  /(^|;)\s*(create|alter|drop|truncate|grant|revoke|comment|analyze|vacuum|reindex|cluster|do)\b/i

const OWN = /^tapboard_/
const RECORDS = ['tapboard_migration', 'tapboard_schema'] as const

/** How often tests of this process have asked for a set. The tables of one that a test makes for itself are not kept. */
const uses = new WeakMap<MigrationSet, number>()

/** Counts the use of a set by a test. */
export const countUse = (set: MigrationSet): void => void uses.set(set, (uses.get(set) ?? 0) + 1)

const isUsedAgain = (owner: Owner): boolean => owner === null || (uses.get(owner) ?? 0) > 1

const textOf = (word: string): string => `'${word.replaceAll("'", "''")}'`

/** The tables that tests of one database have used. */
export class KeptTables {
  readonly #kept = new Map<Owner, Tables>()
  /** Those of the present test. */
  readonly #present = new Map<Owner, Tables>()
  #schemas = 0
  #migrating = 0
  /** Whether the test has tables beside {@link #present}, or has changed these. */
  #isChanged = false
  #bringing: Promise<unknown> = Promise.resolve()

  /** Begins a test with an empty schema `public`. */
  begin(): void {
    this.#present.clear()
    this.#isChanged = false
  }

  /** Reports a statement of the test. */
  note(text: string): void {
    if (this.#migrating === 0 && CHANGES.test(text)) this.#isChanged = true
  }

  /** Brings the tables of a set back, or lets `apply` create them; `apply` runs in each case, and finds nothing missing then. */
  async migrate(db: Kysely<unknown>, set: MigrationSet, apply: () => Promise<void>): Promise<void> {
    this.#migrating += 1
    try {
      this.#bringing = this.#bringing.then(() => this.#bringBack(db, set))
      await this.#bringing
      if (this.#present.has(set)) return await apply()
      // Several stores migrate at once: nothing tells whose tables appear.
      if (this.#migrating > 1) this.#isChanged = true
      const before = this.#isChanged ? [] : await tablesOf(db)
      await apply()
      if (!this.#isChanged) await this.#record(db, set, before)
    } finally {
      this.#migrating -= 1
    }
  }

  /** Statements that empty the schema `public` for the next test and keep its tables, if they are as the migrations made them. */
  afterTest(): readonly string[] {
    const present = [...this.#present]
    const keeps = !this.#isChanged && present.every(([owner]) => isUsedAgain(owner))
    if (keeps) for (const [owner, tables] of present) this.#kept.set(owner, tables)
    const each = present.map(([, tables]) => tables)
    return [
      ...(keeps
        ? [
            'set session_replication_role = replica',
            ...each.flatMap(emptied),
            ...each.flatMap(moved('public')),
          ]
        : each.map(({ schema }) => `drop schema ${schema} cascade`)),
      'drop schema public cascade',
      'create schema public',
    ]
  }

  async #bringBack(db: Kysely<unknown>, set: MigrationSet): Promise<void> {
    const tables = this.#kept.get(set)
    const own = this.#present.get(null) ?? this.#kept.get(null)
    if (this.#isChanged || tables === undefined || own === undefined) return
    const restored = RECORDS.map(
      (name) => `insert into ${name} select * from ${tables.schema}.${seedOf(name)}`,
    )
    const owners: Owner[] = this.#present.has(null) ? [set] : [null, set]
    const statements = owners.flatMap((owner) => back(owner === null ? own : tables))
    try {
      // One transaction: a text with several statements.
      await sql.raw([...statements, ...restored].join(';')).execute(db)
      for (const owner of owners) {
        this.#present.set(owner, owner === null ? own : tables)
        this.#kept.delete(owner)
      }
    } catch {
      // Another process has created them.
      this.#isChanged = true
    }
  }

  /** Remembers the tables that a set has just created. */
  async #record(db: Kysely<unknown>, set: MigrationSet, before: readonly string[]): Promise<void> {
    const found = (await tablesOf(db)).filter((name) => !before.includes(name))
    const own = found.filter((name) => OWN.test(name))
    if (own.length > 0) this.#present.set(null, await this.#seeded(db, own, []))
    const records = RECORDS.map((name) => `${name} where set_name = ${textOf(set.name)}`)
    this.#present.set(
      set,
      await this.#seeded(
        db,
        found.filter((name) => !OWN.test(name)),
        records,
      ),
    )
  }

  /** Copies the rows of tables, and these `records`, into a new schema. */
  async #seeded(db: Kysely<unknown>, names: readonly string[], records: readonly string[]): Promise<Tables> {
    this.#schemas += 1
    const schema = `kept_${this.#schemas}`
    const filled: string[] = []
    if (records.length > 0)
      for (const name of names) {
        const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
        if (rows.length > 0) filled.push(name)
      }
    const copies = [...filled, ...records].map(
      (from) => `create table ${schema}.${seedOf(from.split(' ')[0] ?? '')} as select * from ${from}`,
    )
    await sql.raw([`create schema ${schema}`, ...copies].join(';')).execute(db)
    return { schema, names, filled }
  }
}

const seedOf = (name: string): string => `rows_of_${name}`

async function tablesOf(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)
  return rows.map(({ name }) => name)
}

const back = ({ schema, names }: Tables): string[] =>
  names.map((name) => `alter table ${schema}.${name} set schema public`)

const moved =
  (from: string) =>
  ({ schema, names }: Tables): string[] =>
    names.map((name) => `alter table ${from}.${name} set schema ${schema}`)

const emptied = ({ schema, names, filled }: Tables): string[] => [
  ...names.map((name) => `delete from public.${name}`),
  ...filled.map((name) => `insert into public.${name} select * from ${schema}.${seedOf(name)}`),
]
