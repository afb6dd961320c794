// The commands `tapboard keys …`: list, rotate and revoke the key pairs of the ledger, and encrypt stored values again after the
// secret changed. Running instances follow within 30 s; each change is a record of the audit log (D-147). Exit codes: 0 done, 1 no such key
// or a value that could not be encrypted again, 2 wrong call or no ledger.
import { silentLog, systemClock, systemRandom } from '@tapboard/server'
import { isStoreError, type Store, type StoreOptions } from '@tapboard/store'
import { resealApplications, type ResealedApplications } from '../application/reseal.ts'
import type { SubmissionTables } from '../application/submission/tables.ts'
import { appendAudit, type AuditCaller } from '../durable/audit-log.ts'
import { openKeySet, type KeySet } from '../token/key-set.ts'
import { KEY, type KeyRow, type KeyTables } from '../token/key-table.ts'
import { deriveKeys, type DerivedKeys } from '../token/secret.ts'
import { SEALING, SIGNING, type KeyPurpose } from '../token/signing-key.ts'
import type { CommandPorts } from './command-ports.ts'
import { isConfigError, readConfig } from './config.ts'
import { optionsFrom, problemInEnvironment, type Environment } from './environment.ts'
import { EXPLAIN } from './explain.ts'
import { isMissingLedger } from './missing-ledger.ts'

export const KEYS_HELP = [
  '  tapboard keys list       the key pairs of the ledger: ID, purpose, role and times',
  '  tapboard keys rotate     make the next keys current; tokens of the old ones stay valid until they expire',
  '  tapboard keys revoke ID  delete a key: its tokens are refused within 30 s',
  '  tapboard keys reseal     encrypt stored keys, drafts and terms tokens again for the secrets of TAPBOARD_SECRET',
] as const

/** Access of the commands to the process. */
interface KeysCliPorts extends CommandPorts {
  readonly openStore: (url: string, options: StoreOptions) => Promise<Store<unknown>>
  /** Name of the system's user that runs the command. */
  readonly user: string
}

const PURPOSES = [
  ['signing', SIGNING],
  ['sealing', SEALING],
] as const satisfies readonly (readonly [string, KeyPurpose])[]

const at = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** A line of `keys list`. */
function lineOf(purpose: string, { kid, role, createdAtMs, signingSinceMs, retireAtMs }: KeyRow): string {
  const used = signingSinceMs === null ? '' : `  used since ${at(signingSinceMs)}`
  const retires = retireAtMs === null ? '' : `  retires ${at(retireAtMs)}`
  return `${kid}  ${purpose}  ${role}  created ${at(createdAtMs)}${used}${retires}`
}

const keyStore = (store: Store<unknown>): Store<KeyTables> => store as unknown as Store<KeyTables>

async function list(store: Store<unknown>, print: KeysCliPorts['print']): Promise<void> {
  for (const [name, { table }] of PURPOSES) {
    const rows = await keyStore(store).db.selectFrom(table).selectAll().orderBy('created_at_ms').execute()
    for (const row of rows) print(lineOf(name, KEY.toRow(row)))
  }
}

const openSet = (store: Store<unknown>, purpose: KeyPurpose, { sealRing }: DerivedKeys): Promise<KeySet> =>
  openKeySet({
    store: keyStore(store),
    purpose,
    sealRing,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    // The command rotates only when it is told to.
    rotateEveryDays: Number.POSITIVE_INFINITY,
  })

async function rotate(
  store: Store<unknown>,
  keys: DerivedKeys,
  caller: AuditCaller,
  print: KeysCliPorts['print'],
): Promise<void> {
  for (const [name, purpose] of PURPOSES) {
    const set = await openSet(store, purpose, keys)
    await set.rotate(caller)
    print(`${set.current().kid} is the current ${name} key.`)
  }
}

/** Revokes the key with this ID. Returns `false` for an unknown ID. */
async function revoke(
  store: Store<unknown>,
  keys: DerivedKeys,
  caller: AuditCaller,
  kid: string,
): Promise<boolean> {
  for (const [, purpose] of PURPOSES) {
    const row = keyStore(store).db.selectFrom(purpose.table).select('kid').where('kid', '=', kid)
    if ((await row.executeTakeFirst()) === undefined) continue
    await (await openSet(store, purpose, keys)).revoke(kid, caller)
    return true
  }
  return false
}

async function reseal(
  store: Store<unknown>,
  keys: DerivedKeys,
  caller: AuditCaller,
): Promise<ResealedApplications> {
  // Opening a set encrypts its rows again.
  for (const [, purpose] of PURPOSES) await openSet(store, purpose, keys)
  const done = await resealApplications(store as unknown as Store<SubmissionTables>, keys, systemRandom)
  const resealed = { action: 'values-resealed', count: done.changed, ...caller } as const
  await keyStore(store).transaction((trx) => appendAudit(trx, resealed, systemClock.now()))
  return done
}

/** Prints what was encrypted again, and what was not; returns the exit code. */
function reportResealed(
  { changed, left, unreadable }: ResealedApplications,
  { sealRing: { length: secrets } }: DerivedKeys,
  { print, printError }: Pick<KeysCliPorts, 'print' | 'printError'>,
): number {
  print(`Stored keys are encrypted for the present secrets; drafts and tokens changed: ${changed}.`)
  if (secrets > 1)
    print(
      `Each of the ${secrets} secrets opens them. After the earlier ones were removed everywhere, run it again: only then do they open nothing.`,
    )
  const faults = [
    ...(left === 0
      ? []
      : [
          `${left} drafts or tokens were written for other secrets meanwhile. Give every instance the same TAPBOARD_SECRET, then run it again.`,
        ]),
    ...(unreadable === 0
      ? []
      : [
          `${unreadable} drafts or tokens open with no secret of TAPBOARD_SECRET. If you have the secret of then, put it behind the present one and run it again.`,
        ]),
  ]
  if (faults.length > 0) EXPLAIN.report(printError, 'config-invalid', faults.join('\n'))
  return faults.length === 0 ? 0 : 1
}

/** The fault in a sentence without values of the store. */
function explain(error: unknown, environment: Environment): string {
  if (isConfigError(error))
    return error.problems.map((problem) => problemInEnvironment(problem, environment)).join('\n')
  if (isStoreError(error)) return `TAPBOARD_STORE_URL: ${error.message}`
  if (!(error instanceof Error)) return 'The ledger could not be read.'
  return isMissingLedger(error)
    ? 'There is no ledger in the store of TAPBOARD_STORE_URL; start the BFF on it once.'
    : error.message
}

/** Runs `keys …`; `args` begin after the word `keys`. */
export async function runKeys(args: readonly string[], ports: KeysCliPorts): Promise<number> {
  const { environment, openStore, print, printError } = ports
  const [command = '', kid = '', ...more] = args
  const words = command === 'revoke' ? 2 : 1
  if (!['list', 'rotate', 'revoke', 'reseal'].includes(command) || args.length !== words || more.length > 0) {
    EXPLAIN.report(printError, 'command-invalid', ['Call it as one of:', ...KEYS_HELP].join('\n'))
    return 2
  }
  let store: Store<unknown> | null = null
  try {
    const options = optionsFrom(environment)
    readConfig(options)
    const keys = deriveKeys(options.secret)
    const caller: AuditCaller = { by: 'command', user: ports.user }
    store = await openStore(environment['TAPBOARD_STORE_URL'] ?? '', { mustExist: true, isCommand: true })
    if (command === 'list') await list(store, print)
    else if (command === 'rotate') await rotate(store, keys, caller, print)
    else if (command === 'reseal') return reportResealed(await reseal(store, keys, caller), keys, ports)
    else if (await revoke(store, keys, caller, kid)) print(`${kid} is revoked.`)
    else {
      const sentence = 'There is no key with this ID; "tapboard keys list" lists them.'
      EXPLAIN.report(printError, 'name-unknown', sentence)
      return 1
    }
    return 0
  } catch (error) {
    printError(explain(error, environment))
    printError(EXPLAIN.moreAbout(error, isMissingLedger(error) ? 'ledger-missing' : 'start-failed'))
    return 2
  } finally {
    await store?.close()
  }
}
