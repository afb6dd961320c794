/**
 * What a program executes on an embedded database: each statement with its parameters and the number of its rows. A transcript of one
 * version is executed again on the tables of another. The driver is observed; no part of the program is replaced.
 */
import Sqlite from 'better-sqlite3'

/** A parameter as JSON; bytes in base64. */
type Parameter = string | number | null | { readonly base64: string }

/** One execution: the index of its text, the parameters, and the rows that it returned or changed; `null`: it was refused. */
type Step = readonly [text: number, parameters: readonly Parameter[], rows: number | null]

/** The executions of one scenario, in order. */
export interface Transcript {
  readonly texts: readonly string[]
  readonly steps: readonly Step[]
}

/** The text of a transcript in a file: a line for each text, before its first step, and a line for each step. */
export function writeTranscript({ texts, steps }: Transcript): string {
  let next = 0
  const lines: string[] = []
  for (const step of steps) {
    for (; next <= step[0]; next += 1) lines.push(JSON.stringify(texts[next]))
    lines.push(JSON.stringify(step))
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** Reads what {@link writeTranscript} wrote. */
export function readTranscript(file: string): Transcript {
  const lines = file
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string | Step)
  return {
    texts: lines.filter((line) => typeof line === 'string'),
    steps: lines.filter((line) => typeof line !== 'string'),
  }
}

const isWrite = (text: string): boolean =>
  /^\s*(insert|update|delete|with\b[^]*\b(update|insert|delete)\b)/i.test(text)
const isRead = (text: string): boolean => /^\s*select\b/i.test(text)

const written = (value: unknown): Parameter =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : (value as Parameter)

const read = (value: Parameter): unknown =>
  typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value

/** Whether the step needs no repeat: it read, or changed nothing, and its text was executed before. */
function isRepeat(texts: ReadonlySet<string>, text: string, rows: number | null): boolean {
  return texts.has(text) && (isRead(text) || (isWrite(text) && rows === 0))
}

/** Records until stopped. Reads, and writes without an effect, are kept once for each text. */
export function recordTranscript(): () => Transcript {
  const texts = new Map<string, number>()
  const steps: Step[] = []
  const { prepare } = Sqlite.prototype
  const note = (text: string, parameters: readonly unknown[], rows: number | null): void => {
    if (isRepeat(new Set(texts.keys()), text, rows)) return
    const index = texts.get(text) ?? texts.size
    texts.set(text, index)
    steps.push([index, parameters.map(written), rows])
  }
  Sqlite.prototype.prepare = function recorded(this: Sqlite.Database, text: string) {
    const statement = Reflect.apply(prepare, this, [text]) as Sqlite.Statement<unknown[]>
    for (const name of ['all', 'run'] as const) {
      const execute = statement[name].bind(statement)
      const observed = (...parameters: readonly unknown[]): unknown => {
        try {
          const result = execute(...parameters)
          note(text, parameters.flat(), Array.isArray(result) ? result.length : result.changes)
          return result
        } catch (error) {
          note(text, parameters.flat(), null)
          throw error
        }
      }
      Object.defineProperty(statement, name, { value: observed })
    }
    return statement
  } as typeof prepare
  return () => {
    Sqlite.prototype.prepare = prepare
    return { texts: [...texts.keys()], steps }
  }
}

/** Statements about the versions of the tables, and those of the driver. */
const OF_MIGRATIONS = /^\s*(create|alter|drop)\b|tapboard_|sqlite_schema|pragma_/i

/** Beginnings of a transaction or a savepoint, with their end. */
const PAIRS: Readonly<Record<string, string>> = {
  'begin immediate': 'commit',
  'savepoint one': 'release one',
}

/** The steps without migrations and without empty transactions. */
export function withoutMigrations({ texts, steps }: Transcript): Transcript {
  const kept: Step[] = []
  const textOf = (step: Step | undefined): string => (step === undefined ? '' : (texts[step[0]] ?? ''))
  for (const step of steps) {
    if (OF_MIGRATIONS.test(textOf(step))) continue
    if (PAIRS[textOf(kept.at(-1))] === textOf(step)) kept.pop()
    else kept.push(step)
  }
  const used = [...new Set(kept.map(textOf))]
  return {
    texts: used,
    steps: kept.map((step) => [used.indexOf(textOf(step)), step[1], step[2]]),
  }
}

/** Executes a transcript on a database with tables and no rows; returns what differs. */
export function replay(path: string, { texts, steps }: Transcript): readonly string[] {
  const database = new Sqlite(path)
  const differences: string[] = []
  try {
    database.pragma('foreign_keys = ON')
    for (const [index, parameters, rows] of steps) {
      const text = texts[index] ?? ''
      const executed = execute(database, text, parameters.map(read))
      if (executed.rows !== rows)
        differences.push(
          `${String(executed.rows)} rows instead of ${String(rows)} (${executed.fault}): ${text}`,
        )
    }
  } finally {
    database.close()
  }
  return differences
}

function execute(database: Sqlite.Database, text: string, parameters: readonly unknown[]) {
  try {
    const statement = database.prepare<unknown[]>(text)
    const rows = statement.reader ? statement.all(...parameters).length : statement.run(...parameters).changes
    return { rows, fault: '' }
  } catch (error) {
    return { rows: null, fault: error instanceof Error ? error.message : 'unknown' }
  }
}
