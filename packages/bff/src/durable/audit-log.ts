// The audit log of rare actions (D-147): withdrawn tokens, rotated and revoked keys. Each record commits in the transaction of its
// action and is hashed over the record before it, so a changed or removed record is found (INV-20). A record holds IDs, never a
// secret, token or key.
import {
  columnMapper,
  sql,
  type Columns,
  type MigrationSet,
  type Store,
  type Transaction,
} from '@tapboard/store'
import {
  AUDIT_BATCH,
  auditSubject,
  missingHeads,
  walkChain,
  type Audited,
  type Break,
  type Head,
  type Subject,
} from './audit.ts'
import { CHAIN_START, hashMembers } from './chain.ts'

/** The caller of an audited action. */
export interface AuditCaller {
  /** The host's server, code in the process of the BFF, the command line, or the age of a key. */
  readonly by: 'host' | 'process' | 'command' | 'schedule'
  readonly requestId?: string
  /** Address of the caller, behind the operator's proxies. */
  readonly source?: string
  /** Name of the system's user that ran the command. */
  readonly user?: string
}

/** The host calls a method of the BFF. */
export const IN_PROCESS: AuditCaller = { by: 'process' }

/** The caller of an HTTP request, from its request ID and address. */
export const requestCaller = (requestId: string, source: string | null): AuditCaller => ({
  by: 'host',
  requestId,
  ...(source === null ? {} : { source }),
})

/** Message of the log lines of the audit. */
export const AUDITED = 'audit'

/** An action that is recorded durably. */
export type AuditAction = AuditCaller &
  (
    | { readonly action: 'grants-withdrawn'; readonly merchant: string; readonly order: string }
    | { readonly action: 'key-rotated' | 'key-revoked'; readonly purpose: string; readonly keyId: string }
    | {
        readonly action: 'starts-held' | 'starts-released'
        /** `null` holds or releases the starts of all merchants. */
        readonly merchant: string | null
        /** `null` holds or releases the starts of all orders. */
        readonly order: string | null
      }
    | { readonly action: 'submissions-held' | 'submissions-released' }
    | {
        readonly action: 'charge-held' | 'charge-released'
        readonly merchant: string
        readonly externalId: string
      }
    | { readonly action: 'values-resealed'; readonly count: number }
  )

/** A record of the audit log. */
interface AuditRecordRow {
  /** The chain: one for the keys, one for the ledger, one for each merchant. */
  readonly subject: string
  /** Counts the records of the chain, from 1. */
  readonly number: number
  readonly atMs: number
  /** The {@link AuditAction} as JSON. */
  readonly entry: string
  readonly prevHash: string
  readonly hash: string
}

/** The newest record of a chain. */
interface AuditChainRow {
  readonly subject: string
  readonly length: number
  readonly head: string
}

export interface AuditTables {
  audit_record: Columns<AuditRecordRow>
  audit_chain: Columns<AuditChainRow>
}

const RECORD = columnMapper<AuditRecordRow>({})

export const AUDIT_MIGRATIONS: MigrationSet = {
  name: 'bff-audit',
  migrations: [
    {
      name: 'audit-log',
      async up(db, { text, integer }) {
        await sql`create table audit_record (
          subject ${text} not null, number ${integer} not null, at_ms ${integer} not null, entry ${text} not null,
          prev_hash ${text} not null, hash ${text} not null, primary key (subject, number))`.execute(db)
        await sql`create table audit_chain (
          subject ${text} primary key, length ${integer} not null, head ${text} not null)`.execute(db)
      },
    },
  ],
}

/** Prefix of the chains; no sale and no application has it. */
const PREFIX = 'audit:'

/** Actions that are recorded in the chain of the ledger. */
const LEDGER_ACTIONS: ReadonlySet<string> = new Set([
  'starts-held',
  'starts-released',
  'charge-held',
  'charge-released',
  'submissions-held',
  'submissions-released',
])

const subjectOf = (action: AuditAction): string => {
  if (action.action === 'grants-withdrawn') return `${PREFIX}merchant:${action.merchant}`
  return LEDGER_ACTIONS.has(action.action) ? `${PREFIX}ledger` : `${PREFIX}keys`
}

const hashRecord = ({ subject, number, atMs, entry, prevHash }: Omit<AuditRecordRow, 'hash'>): string =>
  hashMembers([subject, number, atMs, entry, prevHash])

/** Appends a record in the transaction of its action. */
export async function appendAudit(
  trx: Pick<Transaction<AuditTables>, 'insertInto' | 'updateTable'>,
  action: AuditAction,
  atMs: number,
): Promise<void> {
  const subject = subjectOf(action)
  // Locks the chain: concurrent records of one chain get consecutive numbers.
  const { length, head } = await trx
    .insertInto('audit_chain')
    .values({ subject, length: 0, head: CHAIN_START })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ length: sql<number>`audit_chain.length` }),
    )
    .returning(['length', 'head'])
    .executeTakeFirstOrThrow()
  const record = { subject, number: length + 1, atMs, entry: JSON.stringify(action), prevHash: head }
  const hash = hashRecord(record)
  await trx
    .insertInto('audit_record')
    .values(RECORD.toColumns({ ...record, hash }))
    .execute()
  await trx
    .updateTable('audit_chain')
    .set({ length: record.number, head: hash })
    .where('subject', '=', subject)
    .execute()
}

type Ledger = Store<AuditTables>

async function recordsAfter({ db }: Ledger, subject: string, number: number): Promise<AuditRecordRow[]> {
  const rows = await db
    .selectFrom('audit_record')
    .selectAll()
    .where('subject', '=', subject)
    .where('number', '>', number)
    .orderBy('number')
    .limit(AUDIT_BATCH)
    .execute()
  return rows.map((row) => RECORD.toRow(row))
}

/** Returns whether the store has an audit log; stores of older versions have none. */
async function hasLog({ db }: Ledger): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    select version from tapboard_migration where set_name = ${AUDIT_MIGRATIONS.name}`.execute(db)
  return rows.length > 0
}

/** The chains of the log, also those whose head or whose records were deleted. */
async function subjectsOf({ db }: Ledger): Promise<string[]> {
  const found = await db
    .selectFrom('audit_record')
    .select('subject')
    .union(db.selectFrom('audit_chain').select('subject'))
    .execute()
  return found.map(({ subject }) => subject).toSorted()
}

const WORDS = {
  beyond: 'was inserted after the last record',
  otherHead: 'is not the one that the log names as its last',
}

const chainSubject = (store: Ledger): Subject<AuditChainRow> => ({
  headOf: ({ subject: id, length: events, head }) => ({ id, events, head }),
  async judge({ subject: id, length, head }) {
    const eventsAfter = (number: number): Promise<AuditRecordRow[]> => recordsAfter(store, id, number)
    const walked = await walkChain({ id, length, head, hashOf: hashRecord, eventsAfter, words: WORDS })
    return walked.broken
  },
  reread: ({ subject }) => chainRow(store, subject),
  gone: 'the last record of the log was deleted',
})

const chainRow = ({ db }: Ledger, subject: string): Promise<AuditChainRow | undefined> =>
  db.selectFrom('audit_chain').selectAll().where('subject', '=', subject).executeTakeFirst()

/** Yields the audit result of each chain of the log. */
export async function* auditLog(store: Ledger): AsyncGenerator<Audited> {
  if (!(await hasLog(store))) return
  for (const id of await subjectsOf(store)) {
    const row = await chainRow(store, id)
    const what = 'the head of the log was deleted, its records are left'
    yield row === undefined
      ? { id, events: 0, head: '', broken: { id, event: null, what } }
      : await auditSubject(row, chainSubject(store))
  }
}

/** Yields the records in the order of their chains. */
export async function* auditRecords(store: Ledger): AsyncGenerator<AuditRecordRow> {
  if (!(await hasLog(store))) return
  for (const subject of await subjectsOf(store))
    for (let number = 0; ;) {
      const records = await recordsAfter(store, subject, number)
      yield* records
      number = records.at(-1)?.number ?? number
      if (records.length < AUDIT_BATCH) break
    }
}

/** Returns whether a head belongs to the audit log. */
export const isLogHead = ({ id }: Head): boolean => id.startsWith(PREFIX)

/** Returns the heads of the log whose records no longer exist. */
export async function lostLogHeads(store: Ledger, heads: readonly Head[]): Promise<Break[]> {
  const ours = heads.filter(isLogHead)
  if (ours.length === 0) return []
  if (!(await hasLog(store))) return missingHeads(ours, [])
  const found = await store.db
    .selectFrom('audit_record')
    .select(['subject as id', 'number', 'hash'])
    .where('hash', 'in', [...new Set(ours.map(({ hash }) => hash))])
    .execute()
  return missingHeads(ours, found)
}
