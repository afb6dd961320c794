// The commands `tapboard-bff audit verify`, `audit heads` and `audit log`: open the store of TAPBOARD_STORE_URL, read, print. Exit codes: 0
// the ledger is intact, 1 it has faults, 2 it could not be read.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { CommandCode } from '@tapboard/contract'
import { isStoreError, openStore, type Store } from '@tapboard/store'
import { auditApplications, headsOfSales, lostApplicationHeads } from '../application/submission/audit.ts'
import type { SubmissionTables } from '../application/submission/tables.ts'
import { auditSales, auditSalesSince, lostHeads } from '../sale/ledger/audit.ts'
import { objectIn, type Break, type Head } from '../durable/audit.ts'
import { auditLog, auditRecords, lostLogHeads, type AuditTables } from '../durable/audit-log.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import type { CommandPorts } from './command-ports.ts'
import { auditInWorkers, type SalePart } from './audit-workers.ts'
import { EXPLAIN } from './explain.ts'
import { isMissingLedger } from './missing-ledger.ts'

export const AUDIT_HELP = [
  '  tapboard-bff audit verify [--since DATE | --workers N] [--heads FILE]',
  '                         read the whole ledger, in N threads, or the sales since a date, and name every sale and',
  '                         application whose record does not hold',
  '  tapboard-bff audit heads',
  '                         print the last event of each; kept elsewhere, --heads compares with it',
  '  tapboard-bff audit log',
  '                         print the withdrawn tokens, rotated and revoked keys, one JSON object a line',
]

/** Access of the commands to the process. */
export interface AuditCliPorts extends CommandPorts {
  /** The arguments after the word `audit`. */
  readonly args: readonly string[]
}

/** Heads that are compared in one query. */
const BATCH = 200

const sentence = ({ id, event, what }: Break): string =>
  event === null ? `${id}: ${what}` : `${id} event ${event}: ${what}`

/** The same store, typed for the applications. */
const applicationsOf = (store: Store<LedgerTables>): Store<SubmissionTables> =>
  store as unknown as Store<SubmissionTables>

/** The same store, typed for the audit log. */
const logOf = (store: Store<LedgerTables>): Store<AuditTables> => store as unknown as Store<AuditTables>

async function printLog(store: Store<LedgerTables>, print: AuditCliPorts['print']): Promise<number> {
  for await (const { subject, number, atMs, entry } of auditRecords(logOf(store)))
    print(JSON.stringify({ at: new Date(atMs).toISOString(), subject, number, ...objectIn(entry) }))
  return 0
}

async function printHeads(store: Store<LedgerTables>, print: AuditCliPorts['print']): Promise<number> {
  for (const all of [auditSales(store), auditApplications(applicationsOf(store)), auditLog(logOf(store))])
    for await (const { id, events, head } of all) if (head !== '') print(`${id} ${events} ${head}`)
  return 0
}

/** A file of heads that is not one. */
class HeadsError extends Error {
  readonly code = 'heads-invalid'
}

/** The heads in a file, in batches. Throws for an invalid line. */
async function* headsIn(file: string): AsyncGenerator<Head[]> {
  let heads: Head[] = []
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1
    if (text.trim() === '') continue
    const [, id, number, hash] = /^(\S{1,100}) (\d{1,9}) ([0-9a-f]{64})$/.exec(text) ?? []
    if (id === undefined || number === undefined || hash === undefined)
      throw new HeadsError(
        `Line ${line} of the heads is invalid; pass the output of tapboard-bff audit heads.`,
      )
    heads.push({ id, number: Number(number), hash })
    if (heads.length < BATCH) continue
    yield heads
    heads = []
  }
  yield heads
}

/** The arguments of `verify`. An absent one is `null`. */
interface Wanted {
  /** Path of the file with heads to compare. */
  readonly file: string | null
  /** Only sales that were created since. */
  readonly sinceMs: number | null
  /** Threads that read all sales; `null`: none beside the main one. */
  readonly workers: number | null
}

/** Threads of `verify` at most: each opens a connection to the store. */
const WORKERS_MAX = 32

const isCount = (text: string): boolean => /^[1-9]\d?$/.test(text) && Number(text) <= WORKERS_MAX

const SINCE = '--since must be a date such as 2026-11-27, or with a time: 2026-11-27T08:00:00Z.'
const WORKERS = `--workers must be a whole number from 1 to ${WORKERS_MAX}.`
const EITHER = 'Give --since or --workers, not both.'

/** Reads the options of `verify`; the sentence about a wrong value, and `null` for any other mistake. */
function readWanted(options: readonly string[]): Wanted | string | null {
  let wanted: Wanted = { file: null, sinceMs: null, workers: null }
  for (let at = 0; at < options.length; at += 2) {
    const [name, value] = [options[at], options[at + 1]]
    if (value === undefined) return null
    const sinceMs = Date.parse(value)
    if (name === '--heads' && wanted.file === null) wanted = { ...wanted, file: value }
    else if (name === '--since' && wanted.sinceMs === null) {
      if (!/^\d{4}-\d\d-\d\d/.test(value) || !(sinceMs > 0)) return SINCE
      wanted = { ...wanted, sinceMs }
    } else if (name === '--workers' && wanted.workers === null) {
      if (!isCount(value)) return WORKERS
      wanted = { ...wanted, workers: Number(value) }
    } else return null
  }
  return wanted.workers !== null && wanted.sinceMs !== null ? EITHER : wanted
}

async function verify(
  store: Store<LedgerTables>,
  url: string,
  { file, sinceMs, workers }: Wanted,
  print: AuditCliPorts['print'],
): Promise<number> {
  const counts = { sales: 0, events: 0, breaks: 0, applications: 0, news: 0, records: 0 }
  const tell = (broken: Break): void => {
    counts.breaks += 1
    print(sentence(broken))
  }
  const addSales = ({ sales, events, breaks }: SalePart): void => {
    counts.sales += sales
    counts.events += events
    breaks.forEach(tell)
  }
  if (workers === null) {
    const sales = sinceMs === null ? auditSales(store) : auditSalesSince(store, sinceMs)
    for await (const { events, broken } of sales)
      addSales({ sales: 1, events, breaks: broken === null ? [] : [broken] })
  } else await auditInWorkers(url, workers, addSales)
  for await (const { events, broken } of auditApplications(applicationsOf(store))) {
    counts.applications += 1
    counts.news += events
    if (broken !== null) tell(broken)
  }
  for await (const { events, broken } of auditLog(logOf(store))) {
    counts.records += events
    if (broken !== null) tell(broken)
  }
  if (file !== null)
    for await (const heads of headsIn(file)) {
      ;(await lostHeads(store, headsOfSales(heads))).forEach(tell)
      ;(await lostApplicationHeads(applicationsOf(store), heads)).forEach(tell)
      ;(await lostLogHeads(logOf(store), heads)).forEach(tell)
    }
  const signUp =
    counts.applications === 0 ? '' : `; ${counts.applications} applications, ${counts.news} events`
  const log = counts.records === 0 ? '' : `; ${counts.records} records of the audit log`
  const since = sinceMs === null ? '' : ` since ${new Date(sinceMs).toISOString()}`
  const looked = `${counts.sales} sales${since}, ${counts.events} events${signUp}${log}`
  print(counts.breaks === 0 ? `ok: ${looked}` : `broken: ${counts.breaks} of ${looked}`)
  return counts.breaks === 0 ? 0 : 1
}

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'EACCES', 'EISDIR'].some((code) => code === error.code)

/** The entry of a fault without a code of its own. */
const codeOf = (error: unknown): CommandCode =>
  isMissingFile(error) ? 'heads-invalid' : isMissingLedger(error) ? 'ledger-missing' : 'audit-incomplete'

/** The fault in a sentence without values of the store. */
function explain(error: unknown): string {
  if (isStoreError(error)) return `TAPBOARD_STORE_URL: ${error.message}`
  if (!(error instanceof Error)) return 'The ledger could not be read.'
  if (isMissingFile(error)) return 'The file of heads cannot be read; check its path.'
  if (isMissingLedger(error))
    return 'There is no ledger in the store of TAPBOARD_STORE_URL; start the BFF on it once.'
  return error.message
}

/** Runs `audit …`; `args` begin after the word `audit`. */
export async function runAudit(ports: AuditCliPorts): Promise<number> {
  const { args, environment, print, printError } = ports
  const [command, ...options] = args
  const wanted = command === 'verify' ? readWanted(options) : null
  const isPrint = (command === 'heads' || command === 'log') && options.length === 0
  if (typeof wanted === 'string' || (wanted === null && !isPrint)) {
    const usage = ['Call it as one of:', ...AUDIT_HELP].join('\n')
    EXPLAIN.report(printError, 'command-invalid', wanted ?? usage)
    return 2
  }
  const url = environment['TAPBOARD_STORE_URL']
  if (url === undefined || url === '') {
    const sentence = 'TAPBOARD_STORE_URL must name the store whose ledger is to be read.'
    EXPLAIN.report(printError, 'config-invalid', sentence)
    return 2
  }
  let store: Store<LedgerTables> | null = null
  try {
    store = await openStore<LedgerTables>(url, { mustExist: true, isCommand: true })
    if (wanted !== null) {
      const code = await verify(store, url, wanted, print)
      if (code !== 0) printError(EXPLAIN.more('ledger-broken'))
      return code
    }
    return await (command === 'heads' ? printHeads(store, print) : printLog(store, print))
  } catch (error) {
    printError(explain(error))
    printError(EXPLAIN.moreAbout(error, codeOf(error)))
    return 2
  } finally {
    await store?.close()
  }
}
