// The commands `tapboard backup` and `tapboard restore`. A restored ledger holds all starts until the operator compared it with the
// charges since (D-171). Exit codes: 0 done, 1 the ledger of the copy has faults, 2 wrong call or not possible.
import { isStoreError, openStore, StoreError, type Store } from '@tapboard/store'
import { backupStore, restoreStore } from '@tapboard/store/backup'
import { holdSubmissions, releaseSubmissions } from '../application/submission/submission-hold.ts'
import type { SubmissionTables } from '../application/submission/tables.ts'
import type { AuditTables } from '../durable/audit-log.ts'
import { doubtIntents } from '../sale/ledger/doubt-intents.ts'
import {
  comparableFromMs,
  EVERY_ORDER,
  releaseHold,
  setHold,
  type RecoveryHold,
} from '../sale/ledger/recovery-hold.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import type { CommandPorts } from './command-ports.ts'
import { runAudit } from './audit-cli.ts'
import { EXPLAIN } from './explain.ts'
import { BFF_MIGRATIONS } from './migrations.ts'

export const BACKUP_HELP = [
  '  tapboard backup FILE|FOLDER [--keep N]',
  '                           copy the embedded store beside the running BFF and verify the copy; in a folder, keep N copies',
  '  tapboard restore FILE    put a copy back where no store is; starts are then held until the gap was compared',
  '  tapboard restore --mark  hold starts in a store that was restored by other tools, such as PostgreSQL',
  '  tapboard restore --release',
  '                           end the hold without "tapboard reconcile", after you compared the charges by hand',
  '  tapboard restore --release-applications',
  '                           submit applications again, after you compared them with the list of the boarding service',
] as const

/** Access of the commands to the process. */
interface BackupCliPorts extends CommandPorts {
  /** Name of the system's user that runs the command. */
  readonly user: string
  readonly now: () => number
}

type Ledger = Store<LedgerTables & AuditTables>

/** A copy whose ledger has faults. */
const FAULTS = Symbol('the audit found faults')

/** Verifies the ledger of a copy; prints the result. */
async function audit(url: string, { print }: BackupCliPorts): Promise<void> {
  const environment = { TAPBOARD_STORE_URL: url }
  const code = await runAudit({ args: ['verify'], environment, print, printError: () => {} })
  if (code === 1) throw FAULTS
  if (code !== 0) throw new StoreError('backup-refused', 'The copy has no ledger that can be read.')
}

async function withLedger<Result>(url: string, work: (store: Ledger) => Promise<Result>): Promise<Result> {
  const store = await openStore<LedgerTables & AuditTables>(url, { mustExist: true, isCommand: true })
  try {
    for (const set of BFF_MIGRATIONS) await store.migrate(set)
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The same store, typed for the applications. */
const submissionsOf = (store: Ledger): Store<SubmissionTables & AuditTables> =>
  store as unknown as Store<SubmissionTables & AuditTables>

/** Holds all starts and submissions, and makes sales doubtful that the copy has not sent. */
const mark = (url: string, { user }: BackupCliPorts): Promise<RecoveryHold> =>
  withLedger(url, async (store) => {
    const caller = { by: 'command', user } as const
    // A copy can have the hold of an earlier restore, after which sales were charged.
    const hold = await setHold(store, EVERY_ORDER, caller, true)
    await holdSubmissions(submissionsOf(store), caller)
    await doubtIntents(store)
    return hold
  })

const at = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** Prints what to do; `since` is the beginning of the charges to compare. */
function printHold({ sinceMs }: RecoveryHold, since: string, print: BackupCliPorts['print']): void {
  print(`No sale and no refund starts until the charges ${since} were compared with the ledger.`)
  print(
    `Compare them: tapboard reconcile. When nothing is left to settle, from ${at(comparableFromMs({ sinceMs }))}: tapboard reconcile --release`,
  )
  print('By hand, if the payment service has no report: compare, then tapboard restore --release')
  print(
    'With sign-up: no application is submitted until you compared those with the list of the boarding service.',
  )
  print('Then: tapboard restore --release-applications')
  print('Withdraw tokens and revoke keys again that were withdrawn or revoked since.')
}

/** The last write of a copy: no process has run on it. */
const sinceCopy = ({ knownUntilMs }: RecoveryHold): string =>
  knownUntilMs === null ? 'since the copy' : `since ${at(knownUntilMs)}`

async function backup(url: string, target: string, keep: number | null, ports: BackupCliPorts) {
  const made = await backupStore({
    url,
    target,
    nowMs: ports.now(),
    verify: (copy) => audit(copy, ports),
    ...(keep === null ? {} : { keep }),
  })
  ports.print(`copied to ${made.path}`)
  for (const path of made.removed) ports.print(`removed ${path}`)
}

async function restore(url: string, file: string, ports: BackupCliPorts): Promise<void> {
  let hold: RecoveryHold | null = null
  await restoreStore({
    url,
    file,
    async prepare(copy) {
      await audit(copy, ports)
      hold = await mark(copy, ports)
    },
  })
  ports.print(`restored from ${file}`)
  if (hold !== null) printHold(hold, sinceCopy(hold), ports.print)
}

/** Runs the call of the arguments; `null` for a wrong call. */
function callOf(command: 'backup' | 'restore', args: readonly string[], url: string, ports: BackupCliPorts) {
  const [first = '', option, number, ...more] = args
  if (command === 'backup') {
    const keep = option === '--keep' && /^[1-9]\d{0,3}$/.test(number ?? '') ? Number(number) : null
    const isCall = first !== '' && !first.startsWith('--') && more.length === 0
    return isCall && (option === undefined || keep !== null) ? () => backup(url, first, keep, ports) : null
  }
  if (args.length !== 1) return null
  // Without a time: a BFF may have gone on to write after the fail-over.
  if (first === '--mark')
    return async () => printHold(await mark(url, ports), 'since the copy or the fail-over', ports.print)
  const caller = { by: 'command', user: ports.user } as const
  if (first === '--release-applications')
    return async () => {
      const released = await withLedger(url, (store) => releaseSubmissions(submissionsOf(store), caller))
      ports.print(released ? 'Applications are submitted again.' : 'There was no hold on applications.')
    }
  if (first === '--release')
    return async () => {
      const released = await withLedger(url, (store) => releaseHold(store, EVERY_ORDER, caller))
      ports.print(released ? 'Sales and refunds start again.' : 'There was no hold on all orders.')
    }
  return first.startsWith('--') ? null : () => restore(url, first, ports)
}

/** Runs `backup …` or `restore …`; `args` begin after this word. */
export async function runBackup(
  command: 'backup' | 'restore',
  args: readonly string[],
  ports: BackupCliPorts,
): Promise<number> {
  const { environment, printError } = ports
  const url = environment['TAPBOARD_STORE_URL'] ?? ''
  const call = callOf(command, args, url, ports)
  if (call === null) {
    EXPLAIN.report(printError, 'command-invalid', ['Call it as one of:', ...BACKUP_HELP].join('\n'))
    return 2
  }
  if (url === '') {
    EXPLAIN.report(printError, 'config-invalid', 'TAPBOARD_STORE_URL must name the store.')
    return 2
  }
  try {
    await call()
    return 0
  } catch (error) {
    if (error !== FAULTS && !isStoreError(error)) throw error
    printError(isStoreError(error) ? error.message : 'The ledger has the faults above; nothing was changed.')
    printError(EXPLAIN.moreAbout(error, 'ledger-broken'))
    return isStoreError(error) ? 2 : 1
  }
}
