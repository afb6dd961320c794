/**
 * A double of an engine that gives up any statement with 40001: each statement of a PostgreSQL store fails once before it reaches the
 * server. It replaces a method of the client of `pg`, so it works in a process of tests and in a server that is started with it.
 */
import pg from 'pg'

/** Statements that failed once; `null` while none is made to fail. */
let conflicted: Set<string> | null = null
let total = 0

/** The number of statements that failed in this process. */
export const failedStatements = (): number => total

/**
 * From now on each statement of a PostgreSQL store of this process fails once with 40001 before it reaches the server, as a
 * distributed engine may answer any statement. The result ends it and returns the number of statements that failed.
 */
export function failEachStatementOnce(): () => number {
  const failed = new Set<string>()
  conflicted = failed
  return () => {
    conflicted = null
    return failed.size
  }
}

/** Whether the statement is one of a store that has not failed yet. No engine fails a rollback. */
function conflicts(of: pg.Client, asked: unknown): boolean {
  if (conflicted === null) return false
  const text = typeof asked === 'string' ? asked : (asked as { readonly text?: string } | undefined)?.text
  const { application_name: name } = (
    of as unknown as {
      readonly connectionParameters: { readonly application_name?: string }
    }
  ).connectionParameters
  if (text === undefined || name !== 'tapboard' || text === 'rollback' || conflicted.has(text)) return false
  conflicted.add(text)
  total += 1
  return true
}

const client = pg.Client.prototype as unknown as {
  query(...given: unknown[]): unknown
}
const { query } = client
client.query = function failing(this: unknown, ...given: unknown[]): unknown {
  if (!conflicts(this as pg.Client, given[0])) return Reflect.apply(query, this, given)
  const fault = Object.assign(new Error('a conflict of the test'), {
    code: '40001',
  })
  const last = given.at(-1)
  if (typeof last !== 'function') return Promise.reject(fault)
  queueMicrotask(() => void Reflect.apply(last, undefined, [fault]))
  return undefined
}
