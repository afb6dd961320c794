// A fixture for submissions: a store of either engine, a manual clock, a scripted boarding API that records its calls, and a
// page that seals secrets.
import { Buffer } from 'node:buffer'
import { goodSigner, goodValues } from '@tapboard/contract/testing'
import {
  secretsOf,
  withoutSecrets,
  type ApplicationValues,
  type SubmitApplication,
  type Terms,
} from '@tapboard/contract'
import type { Store } from '@tapboard/store'
import type { EngineContext } from '@tapboard/store/testing'
import { CompactEncrypt, importJWK } from 'jose'
import type { LogFields } from '../../ports.ts'
import { systemRandom } from '@tapboard/server'
import { ManualClock } from '@tapboard/store/testing'
import type { Refusal } from '../../refusal.ts'
import type { ApplyAccess } from '../../token/access.ts'
import { AUDIT_MIGRATIONS } from '../../durable/audit-log.ts'
import { KEY_MIGRATIONS, type KeyTables } from '../../token/key-table.ts'
import { openKeySet } from '../../token/key-set.ts'
import { SEALING } from '../../token/signing-key.ts'
import { LEDGER_MIGRATIONS } from '../../sale/ledger/schema.ts'
import { sqlApplications } from '../sql-applications.ts'
import type { ApplicationRow } from '../row.ts'
import { sealKeyOf } from '../seal/seal-key.ts'
import { createSubmissions, type SubmissionParts, type Submissions } from '../create-submissions.ts'
import type { SubmitPartner } from './submit-partner.ts'
import type { Witness } from './submit.ts'
import type { SubmissionTables } from './tables.ts'
import type {
  AcceptResult,
  Acceptance,
  FindResult,
  SubmissionContent,
  SubmitResult,
} from '../../upstream/boarding/boarding-port.ts'

/** The documents of the fixture. */
const TERMS: Terms = {
  documents: [
    { id: 'terms', title: 'Terms', version: '3', sha256: 'a'.repeat(64), locale: 'en', text: 'Text' },
  ],
  consents: [{ id: 'all', locale: 'en', text: 'I agree.' }],
}

/** The access of the page's token. */
export const ACCESS: ApplyAccess = {
  merchant: 'partner',
  applicant: 'A-7',
  tiers: null,
  agent: { name: 'Ada' },
  origin: 'https://partner.example',
}

/** Valid values with all secrets. */
export const VALUES: ApplicationValues = goodValues({ signers: [goodSigner({ ssn: '123456788' })] })

/** The scripted boarding API: its answers, and the received calls. */
interface Script {
  accept: (acceptance: Acceptance) => Promise<AcceptResult> | AcceptResult
  submit: (content: SubmissionContent) => Promise<SubmitResult> | SubmitResult
  find: (by: { readonly appId: string } | { readonly token: string }) => Promise<FindResult> | FindResult
  tiers: readonly string[]
  /** The refusals of the reads of tiers and terms; `null`: none. */
  tiersRefusal: Refusal | null
  termsRefusal: Refusal | null
  terms: Terms
  environment: SubmitPartner['environment']
  termsMode: SubmitPartner['termsMode']
  lookup: boolean
  readonly accepts: Acceptance[]
  readonly submits: SubmissionContent[]
  readonly finds: ({ readonly appId: string } | { readonly token: string })[]
}

/** Changes of a valid request. */
export interface RequestChanges {
  readonly key?: string
  readonly values?: ApplicationValues
  readonly body?: Partial<SubmitApplication>
  readonly consent?: Partial<SubmitApplication['consent']>
  readonly access?: Partial<ApplyAccess>
  readonly witness?: Witness
}

/** One process and its script. */
export interface Fixture {
  readonly script: Script
  readonly clock: ManualClock
  readonly store: Store<SubmissionTables>
  readonly submissions: Submissions
  readonly lines: { readonly level: string; readonly fields: LogFields; readonly message: string }[]
  /** Creates the body of a page's request. */
  body(changes?: RequestChanges): Promise<SubmitApplication>
  submit(changes?: RequestChanges): ReturnType<Submissions['submit']>
  application(): Promise<ApplicationRow>
  /** Starts another process on the same store, with the same boarding API. */
  anotherInstance(parts?: Partial<SubmissionParts>): Promise<Fixture>
}

const createScript = (): Script => ({
  accepts: [],
  submits: [],
  finds: [],
  accept: ({ signerName }) => ({
    kind: 'accepted',
    token: `token-of-${Buffer.from(signerName).toString('hex')}`,
  }),
  submit: () => ({ kind: 'accepted', appId: 'app-900', reference: 'ref-1' }),
  find: () => ({ kind: 'missing' }),
  tiers: ['Standard'],
  tiersRefusal: null,
  termsRefusal: null,
  terms: TERMS,
  environment: 'sandbox',
  termsMode: 'service',
  lookup: false,
})

const partnerOf = (script: Script): SubmitPartner => ({
  get environment() {
    return script.environment
  },
  get termsMode() {
    return script.termsMode
  },
  get lookup() {
    return script.lookup
  },
  tierNames: async () => script.tiersRefusal ?? { ok: true, names: script.tiers },
  terms: async () => script.termsRefusal ?? { ok: true, terms: script.terms },
  upstream: {
    async accept(acceptance) {
      script.accepts.push(acceptance)
      return script.accept(acceptance)
    },
    async submit(content) {
      script.submits.push(content)
      return script.submit(content)
    },
    async find(by) {
      script.finds.push(by)
      return script.find(by)
    },
  },
})

async function assemble(
  store: Store<SubmissionTables>,
  clock: ManualClock,
  script: Script,
  parts: Partial<SubmissionParts>,
): Promise<Fixture> {
  const lines: Fixture['lines'] = []
  const say =
    (level: string) =>
    (fields: LogFields, message: string): void =>
      void lines.push({ level, fields, message })
  const log = { info: say('info'), warn: say('warn'), error: say('error') }
  const keys = await openKeySet({
    store: store as unknown as Store<KeyTables>,
    purpose: SEALING,
    sealRing: [new Uint8Array(32).fill(1)],
    clock,
    random: systemRandom,
    log,
    rotateEveryDays: 30,
  })
  const applications = sqlApplications(
    store as unknown as Parameters<typeof sqlApplications>[0],
    systemRandom,
  )
  await applications.prepare()
  const partner = partnerOf(script)
  const submissions = await createSubmissions({
    store,
    applications,
    partners: (merchant) => (merchant === ACCESS.merchant ? partner : null),
    keys,
    termsRing: [new Uint8Array(32).fill(2)],
    announcing: { targets: () => ['webhook', 'hook'], written() {} },
    clock,
    random: systemRandom,
    log,
    limit: { count: 1_000, windowSeconds: 600 },
    signerOf: () => null,
    ...parts,
  })
  const application = (access = ACCESS): Promise<ApplicationRow> =>
    applications.open(access.merchant, access.applicant)
  const body = async ({
    values = VALUES,
    body: more,
    consent,
    access,
  }: RequestChanges = {}): Promise<SubmitApplication> => {
    const { id } = await application({ ...ACCESS, ...access })
    const { kid, ...jwk } = sealKeyOf(keys)
    const secrets = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secretsOf(values))))
      .setKeyManagementParameters({ apv: Buffer.from(id) })
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
      .encrypt(await importJWK(jwk, 'ECDH-ES'))
    return {
      values: withoutSecrets(values),
      secrets,
      consent: {
        documents: [{ id: 'terms', version: '3', sha256: 'a'.repeat(64) }],
        accepted: ['all'],
        signerName: 'Ana Lindqvist',
        locale: 'en',
        ...consent,
      },
      ...more,
    }
  }
  return {
    script,
    clock,
    store,
    submissions,
    lines,
    body,
    application,
    async submit(changes = {}) {
      const access = { ...ACCESS, ...changes.access }
      const witness = changes.witness ?? { address: '203.0.113.9', userAgent: 'Test' }
      const key = changes.key ?? 'key-0123456789abcdef'
      return submissions.submit(partner, access, await body(changes), key, witness)
    },
    anotherInstance: (other = {}) => assemble(store, clock, script, { ...parts, ...other }),
  }
}

/** Creates a fixture on the store of a test. */
export async function createFixture(
  context: EngineContext<SubmissionTables>,
  parts: Partial<SubmissionParts> = {},
): Promise<Fixture> {
  const clock = new ManualClock(Date.UTC(2026, 2, 10, 12))
  const store = await context.open({ testClock: () => clock.now() })
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(KEY_MIGRATIONS)
  await store.migrate(LEDGER_MIGRATIONS)
  return assemble(store, clock, createScript(), parts)
}
