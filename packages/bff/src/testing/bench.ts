// A test bench of the HTTP layer: real tokens, keys, store and pipeline; scripted ledger and upstream, manual clock.
import { createHash } from 'node:crypto'
import { openStore, type Store } from '@tapboard/store'
import { OUTBOUND } from '../app/runtime/node.ts'
import { createApplications, type SignUp } from '../application/create-applications.ts'
import type { ApplicationTables } from '../application/tables.ts'
import { readConfig } from '../app/config.ts'
import { createCore, type Core } from '../app/core.ts'
import { createMerchantList } from '../app/merchants/merchant-list.ts'
import type { BffOptions } from '../app/options.ts'
import type { BoardingOptions } from '../application/sign-up-config.ts'
import type { Log, LogFields } from '../ports.ts'
import { AUDIT_MIGRATIONS } from '../durable/audit-log.ts'
import { createDesk } from '../sale/desk/desk.ts'
import { sqlGrants } from '../sale/ledger/sql-grants.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import { LEDGER_MIGRATIONS } from '../sale/ledger/schema.ts'
import { KEY_MIGRATIONS, type KeyTables } from '../token/key-table.ts'
import { openKeySet, type KeySet } from '../token/key-set.ts'
import { deriveKeys } from '../token/secret.ts'
import { sqlUsedProofs } from '../token/used-proofs.ts'
import { createScriptedBoarding, type ScriptedBoarding } from './boarding.ts'
import { ManualClock } from '@tapboard/store/testing'
import {
  createScriptedDevices,
  createScriptedSales,
  type ScriptedDevices,
  type ScriptedSales,
} from './script.ts'

export const PUBLIC_URL = 'https://pay.shop.example/tapboard'
/** Origin of the merchant's page. */
export const ORIGIN = 'https://shop.example'
/** Origin of the other merchant's page. */
export const OTHER_ORIGIN = 'https://other.example'
/** Secrets; none of them may occur in an answer or a log line (INV-14). */
export const SECRETS = {
  secret: 'canary-secret-canary-secret-canary-secret',
  hostSecret: 'canary-host-secret-of-the-shop-0001',
  otherHostSecret: 'canary-host-secret-of-the-other-0002',
  apiKey: 'canary-api-key-shop',
  otherApiKey: 'canary-api-key-other',
  boardingKey: 'canary-boarding-key-of-the-shop',
  boardingWebhook: 'canary-secret-of-boarding-webhooks',
} as const

/** Valid options; `members` override them. */
export const benchOptions = (members: Partial<BffOptions> = {}): BffOptions => ({
  secret: SECRETS.secret,
  store: 'file::memory:',
  publicUrl: PUBLIC_URL,
  merchants: [
    {
      id: 'shop',
      name: 'Shop',
      hostSecret: SECRETS.hostSecret,
      apiKey: SECRETS.apiKey,
      origins: [ORIGIN, 'http://localhost:5173'],
    },
    {
      id: 'other',
      name: 'Other',
      hostSecret: SECRETS.otherHostSecret,
      apiKey: SECRETS.otherApiKey,
      origins: [OTHER_ORIGIN],
    },
  ],
  upstream: {
    terminalUrl: 'https://terminal.example',
    environment: 'sandbox',
    cancel: true,
  },
  limits: {
    mint: { count: 100_000, windowSeconds: 10 },
    start: { count: 100_000, windowSeconds: 10 },
  },
  ...members,
})

/** Sign-up of the merchant `shop`; `other` has none. */
export const BOARDING: BoardingOptions = {
  apiKey: SECRETS.boardingKey,
  webhookSecret: SECRETS.boardingWebhook,
  tiers: [
    { name: 'Online', label: 'Online', fees: [{ label: 'Card', value: '2.9 % + 30¢' }] },
    {
      name: 'Retail',
      label: 'In the shop',
      summary: 'For counters.',
      features: [{ label: 'Terminals', value: '2' }],
      includes: ['Help by phone'],
    },
    { name: 'Gone', label: 'Not offered any more' },
  ],
}

/** The options of {@link benchOptions}, for a merchant with sign-up. */
export function signUpOptions(
  members: Partial<BffOptions> = {},
  boarding: Partial<BoardingOptions> = {},
): BffOptions {
  const plain = benchOptions(members)
  const merchants = plain.merchants.map((merchant) =>
    merchant.id === 'shop' ? { boarding: { ...BOARDING, ...boarding }, ...merchant } : merchant,
  )
  const upstream = { boardingUrl: 'https://boarding.example', ...plain.upstream }
  return { ...plain, merchants, upstream }
}

/** A line of the log. */
export interface Line {
  readonly level: 'info' | 'warn' | 'error'
  readonly fields: LogFields
  readonly message: string
}

export interface Bench {
  readonly core: Core
  readonly clock: ManualClock
  readonly keys: KeySet
  readonly store: Store<KeyTables>
  readonly sales: ScriptedSales
  readonly devices: ScriptedDevices
  /** The boarding API of all instances on this store. */
  readonly boarding: ScriptedBoarding
  readonly signUp: SignUp
  readonly lines: Line[]
  /** Another instance on the same store and secret. */
  again(members?: Partial<BffOptions>): Promise<Bench>
  close(): Promise<void>
}

function countingRandom(): (length: number) => Uint8Array {
  let count = 0
  return (length) => {
    count += 1
    return new Uint8Array(createHash('shake256', { outputLength: length }).update(`bench ${count}`).digest())
  }
}

async function assemble(
  store: Store<KeyTables>,
  clock: ManualClock,
  random: (length: number) => Uint8Array,
  members: Partial<BffOptions>,
  boarding: ScriptedBoarding,
): Promise<Bench> {
  const config = readConfig(signUpOptions(members))
  const lines: Line[] = []
  const say =
    (level: Line['level']) =>
    (fields: LogFields, message: string): void =>
      void lines.push({ level, fields, message })
  const log: Log = { info: say('info'), warn: say('warn'), error: say('error') }
  const derived = deriveKeys(config.secret)
  const { nonceRing, sealRing } = derived
  const keys = await openKeySet({
    store,
    sealRing,
    clock,
    random,
    log,
    rotateEveryDays: config.rotateEveryDays,
  })
  const sales = createScriptedSales()
  const devices = createScriptedDevices()
  const applicationStore = store as unknown as Store<ApplicationTables>
  const signUp = await createApplications({
    config,
    store: applicationStore,
    derived,
    clock,
    random,
    log,
    outbound: OUTBOUND,
    ports: { transport: boarding, sender: boarding.sender },
  })
  const probe = () => store.probe()
  const grants = sqlGrants(store as unknown as Store<LedgerTables>)
  const desk = createDesk({ store: store as unknown as Store<LedgerTables>, clock, log })
  await desk.begin()
  const core = createCore({
    config,
    merchants: createMerchantList(config.merchants),
    keys,
    nonceRing,
    usedProofs: sqlUsedProofs(store, log),
    sales,
    desk,
    grants,
    devices,
    signUp,
    probe,
    clock,
    random,
    log,
  })
  return {
    core,
    clock,
    keys,
    store,
    sales,
    devices,
    boarding,
    signUp,
    lines,
    again: (other = {}) => assemble(store, clock, random, { ...members, ...other }, boarding),
    close: () => store.close(),
  }
}

/** Creates a bench with an in-memory store. */
export async function createBench(members: Partial<BffOptions> = {}): Promise<Bench> {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12))
  const store = await openStore<KeyTables>('file::memory:', { clock: () => clock.now() })
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(KEY_MIGRATIONS)
  await store.migrate(LEDGER_MIGRATIONS)
  return assemble(store, clock, countingRandom(), members, createScriptedBoarding())
}
