// The command `tapboard reconcile`: compares the upstream's charges with the ledger after a fail-over or a restore, names lost sales and
// holds their orders. Exit codes: 0 nothing is missing, 1 charges are missing or contradict the ledger, 2 wrong call, or no comparison.
import type { CommandCode } from '@tapboard/contract'
import { isStoreError, type Store, type StoreOptions } from '@tapboard/store'
import type { AuditCaller } from '../../durable/audit-log.ts'
import {
  comparableFromMs,
  EVERY_ORDER,
  readHolds,
  releaseHold,
  type RecoveryHold,
} from '../../sale/ledger/recovery-hold.ts'
import { merchantsOf } from '../../sale/ledger/ledger-merchants.ts'
import { releaseLostCharge, type LostCharge } from '../../sale/ledger/lost-charge.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import { DEVICE_FREE_MS } from '../../sale/machine/states.ts'
import { ReportFault, readCharges } from '../../upstream/terminal/charges.ts'
import type { Transport } from '../../upstream/transport/outbound-port.ts'
import type { CommandPorts } from '../command-ports.ts'
import { isConfigError, readConfig, type BffConfig } from '../config.ts'
import { optionsFrom, problemInEnvironment, type Environment } from '../environment.ts'
import { EXPLAIN } from '../explain.ts'
import { Comparison, type Difference } from './compare.ts'

export const RECONCILE_HELP = [
  '  tapboard reconcile       compare the charges of the payment service with the ledger, after a fail-over or a restore;',
  '                           hold the orders whose sales are missing. Options: --from TIME (default: 72 h before now, the hold, or',
  '                           the last write of a restored copy), --to TIME, --merchant ID, --json, --release (end the hold',
  '                           of a restore if compared)',
  '  tapboard reconcile release EXTERNAL_ID',
  '                           let the order of a missing sale start again, after a person settled it',
] as const

/** Access of the command to the process. */
interface ReconcilePorts extends CommandPorts {
  readonly openStore: (url: string, options: StoreOptions) => Promise<Store<unknown>>
  readonly openTransport: (baseUrl: string) => Transport
  readonly now: () => number
  /** Name of the system's user that runs the command. */
  readonly user: string
}

const WINDOW_MS = 72 * 3_600_000
/** The upstream's clock may differ from the store's. */
const SLACK_MS = 300_000

interface Asked {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly merchant: string | null
  readonly json: boolean
  readonly release: boolean
}

/** Reads the arguments; the sentence about a wrong time, and `null` for any other mistake. */
function readArguments(args: readonly string[]): Asked | string | null {
  let asked: Asked = { fromMs: null, toMs: null, merchant: null, json: false, release: false }
  const left = [...args]
  for (let word = left.shift(); word !== undefined; word = left.shift())
    if (word === '--json') asked = { ...asked, json: true }
    else if (word === '--release') asked = { ...asked, release: true }
    else if (word === '--merchant') asked = { ...asked, merchant: left.shift() ?? '' }
    else if (word === '--from' || word === '--to') {
      const atMs = Date.parse(left.shift() ?? '')
      if (Number.isNaN(atMs)) return `${word} must be a time such as 2026-11-27T08:00:00Z.`
      asked = word === '--from' ? { ...asked, fromMs: atMs } : { ...asked, toMs: atMs }
    } else return null
  return asked
}

/** The order of a lost charge in words. A refund has only the order of its sale. */
function orderText({ order, attempt }: Pick<LostCharge, 'order' | 'attempt'>): string {
  if (order === null) return 'order unknown'
  return attempt === null ? `a refund of order ${order}` : `order ${order}, attempt ${attempt}`
}

const sentenceOf = (found: Difference): string =>
  found.type === 'lost'
    ? `lost: ${found.amount} of ${[found.merchant, ...(found.others ?? [])].join(' or ')}, ${orderText(found)}, ` +
      `reference ${found.reference}, ${found.externalId}, charged ${found.chargedAt}; it is held${found.known ? ' already' : ''}`
    : `unpaid: sale ${found.sale} of ${found.merchant}, order ${found.order}, is ${found.state}, but ${found.amount} was charged, reference ${found.reference}`

/** A hold that would end although a part of the charges was not compared. */
class PartError extends Error {
  /** Its entry in the catalogue of errors. */
  readonly code = 'command-invalid'

  constructor(wholeMs: number) {
    super(
      `--release needs a comparison of all merchants from ${new Date(wholeMs).toISOString()} or earlier until now: leave out --merchant, --to and a later --from. Nothing was released.`,
    )
  }
}

/** A hold that would end while a lost sale can still be charged. */
class EarlyError extends Error {
  /** Its entry in the catalogue of errors. */
  readonly code = 'change-refused'

  constructor(fromMs: number) {
    super(
      `--release is possible from ${new Date(fromMs).toISOString()}: a sale that was open at the fail-over can be charged until then, and no comparison shows it before. Nothing was released.`,
    )
  }
}

/** A hold that would end although no charge of these merchants was compared. */
class MissingError extends Error {
  /** Its entry in the catalogue of errors. */
  readonly code = 'command-invalid'

  constructor(missing: readonly string[]) {
    super(
      `--release needs a comparison of all merchants, and the configuration lacks ${missing.join(', ')}. Put back each with a key of its account, or compare its charges by hand and run "tapboard restore --release". Nothing was released.`,
    )
  }
}

/** Throws if the ledger has a merchant that the configuration lacks: its charges cannot be compared. */
async function checkMerchants(store: Store<LedgerTables>, config: BffConfig): Promise<void> {
  const missing = new Set<string>()
  for (const table of ['sale', 'order_grant'] as const)
    for await (const merchant of merchantsOf(store, table)) missing.add(merchant)
  for (const { id } of config.merchants) missing.delete(id)
  if (missing.size > 0) throw new MissingError([...missing].toSorted())
}

/**
 * Beginning of a comparison that shows every charge which the ledger lost. The last known write may follow the loss, because a BFF can go
 * on after a fail-over until its operator marks the store, and the comparison can be days after the mark.
 */
const wholeFromMs = (holds: readonly RecoveryHold[], nowMs: number): number =>
  Math.min(nowMs, ...holds.flatMap(({ sinceMs, knownUntilMs }) => [sinceMs, knownUntilMs ?? sinceMs])) -
  WINDOW_MS

/** Throws if the hold of a restore may not end after this comparison. */
function checkRelease(
  holds: readonly RecoveryHold[],
  isWhole: boolean,
  wholeMs: number,
  nowMs: number,
): void {
  if (!isWhole) throw new PartError(wholeMs)
  const fromMs = Math.max(0, ...holds.map(comparableFromMs))
  if (nowMs < fromMs) throw new EarlyError(fromMs)
}

/** The asked merchants by their keys: those with one key have one report. */
function merchantsByKey(
  { merchants }: BffConfig,
  asked: string | null,
): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>()
  for (const { id, apiKey } of merchants) byKey.set(apiKey, [...(byKey.get(apiKey) ?? []), id])
  return new Map([...byKey].filter(([, ids]) => asked === null || ids.includes(asked)))
}

/** Compares all asked merchants; returns the number of differences. Throws before it if a hold may not end after it. */
async function compareAll(
  ports: ReconcilePorts,
  store: Store<LedgerTables>,
  config: BffConfig,
  asked: Asked,
): Promise<number> {
  const { print, openTransport, now } = ports
  const caller: AuditCaller = { by: 'command', user: ports.user }
  const holds = await readHolds(store)
  const toMs = asked.toMs ?? now() + SLACK_MS
  const wholeMs = wholeFromMs(holds, now())
  const fromMs = asked.fromMs ?? wholeMs
  if (asked.release) {
    const isWhole = asked.merchant === null && toMs >= now() && fromMs <= wholeMs
    checkRelease(holds, isWhole, wholeMs, await store.now())
    await checkMerchants(store, config)
  }
  let [differences, charges] = [0, 0]
  const tell = (found: Difference): void => {
    differences += 1
    print(asked.json ? JSON.stringify(found) : sentenceOf(found))
  }
  const comparison = new Comparison(store, caller)
  try {
    for (const [apiKey, merchants] of merchantsByKey(config, asked.merchant)) {
      const transport = openTransport(config.reportingUrl)
      try {
        const report = { merchants, charges: readCharges(transport, apiKey, { fromMs, toMs }) }
        for await (const found of comparison.read(report, (count) => (charges += count))) tell(found)
      } finally {
        await transport.close()
      }
    }
  } finally {
    // What was found before a fault of a later report is held, too.
    for await (const found of comparison.hold()) tell(found)
  }
  const [from, to] = [new Date(fromMs).toISOString(), new Date(Math.min(toMs, now())).toISOString()]
  if (asked.json) print(JSON.stringify({ type: 'summary', from, to, charges, differences }))
  else {
    print(
      `${differences === 0 ? 'ok' : `differences: ${differences}`}: ${charges} charges from ${from} to ${to}`,
    )
    if (!asked.release && toMs >= now() - DEVICE_FREE_MS)
      print('Run it again in seven minutes: a sale that was open at the fail-over can be charged until then.')
  }
  if (asked.release && (await releaseHold(store, EVERY_ORDER, caller)) && !asked.json)
    print('The hold of the restore has ended; lost charges stay held.')
  return differences
}

/** Checks whether a statement failed because a table or a column does not exist, on either engine. */
const hasOldTables = (error: unknown): boolean =>
  error instanceof Error && /no such (table|column)|does not exist/.test(error.message)

/** The entry of a fault without a code of its own. */
const codeOf = (error: unknown): CommandCode =>
  error instanceof ReportFault
    ? 'report-unavailable'
    : hasOldTables(error)
      ? 'ledger-missing'
      : 'start-failed'

/** The fault in a sentence without values of the store. */
function explain(error: unknown, environment: Environment): string {
  if (isConfigError(error))
    return error.problems.map((problem) => problemInEnvironment(problem, environment)).join('\n')
  if (isStoreError(error)) return `TAPBOARD_STORE_URL: ${error.message}`
  if (error instanceof PartError || error instanceof EarlyError || error instanceof MissingError)
    return error.message
  if (error instanceof ReportFault)
    return `${error.message} Nothing was released. Check TAPBOARD_REPORTING_URL and the keys, or use the list of the payment service.`
  return hasOldTables(error)
    ? 'The tables of TAPBOARD_STORE_URL are missing or old; run: tapboard migrate'
    : 'The ledger could not be compared.'
}

/** Runs `reconcile …`; `args` begin after the word `reconcile`. */
export async function runReconcile(args: readonly string[], ports: ReconcilePorts): Promise<number> {
  const { environment, openStore, print, printError, user } = ports
  const released = args[0] === 'release' && args.length === 2 ? (args[1] ?? '') : null
  const asked = released === null ? readArguments(args) : null
  if (typeof asked === 'string' || (released === null && asked === null)) {
    const usage = ['Call it as one of:', ...RECONCILE_HELP].join('\n')
    EXPLAIN.report(printError, 'command-invalid', asked ?? usage)
    return 2
  }
  let store: Store<LedgerTables> | null = null
  try {
    const options = optionsFrom(environment)
    const config = readConfig(options)
    if (
      asked !== null &&
      asked.merchant !== null &&
      config.merchants.every(({ id }) => id !== asked.merchant)
    ) {
      EXPLAIN.report(printError, 'name-unknown', '--merchant must name a merchant of the configuration.')
      return 2
    }
    store = (await openStore(environment['TAPBOARD_STORE_URL'] ?? '', {
      mustExist: true,
      isCommand: true,
    })) as unknown as Store<LedgerTables>
    if (asked !== null) {
      if ((await compareAll(ports, store, config, asked)) === 0) return 0
      printError(EXPLAIN.more('charges-differ'))
      return 1
    }
    const isReleased = await releaseLostCharge(store, released ?? '', { by: 'command', user })
    if (isReleased) print('The order may start again.')
    else EXPLAIN.report(printError, 'name-unknown', 'No held charge has this external ID.')
    return isReleased ? 0 : 1
  } catch (error) {
    printError(explain(error, environment))
    printError(EXPLAIN.moreAbout(error, codeOf(error)))
    return 2
  } finally {
    await store?.close()
  }
}
