// Assembles merchant sign-up: tables, keys, a partner for each merchant with sign-up, and background work. `http/routes.ts`
// serves it.
import type { Store } from '@tapboard/store'
import { derivedFrom, findById, perObject } from '../derived.ts'
import { NO_TARGETS, type Announcing } from '../durable/outbox/announcing.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { openKeySet, type KeySet } from '../token/key-set.ts'
import type { KeyTables } from '../token/key-table.ts'
import type { DerivedKeys } from '../token/secret.ts'
import { SEALING } from '../token/signing-key.ts'
import { SUBMIT_LIMITS, type BoardingClient } from '../upstream/boarding/client.ts'
import type {
  OneShotSender,
  SenderPorts,
  Transport,
  UpstreamOutbound,
} from '../upstream/transport/outbound-port.ts'
import type { Applications } from './applications.ts'
import { createDrafts, type Drafts } from './draft/drafts.ts'
import { createPartner, type Partner } from './partner.ts'
import type { ApplicationTables } from './tables.ts'
import type { SignUpConfig, SignUpMerchant } from './sign-up-config.ts'
import { createSubmissions, type Submissions } from './create-submissions.ts'
import type { SubmitFailpoint } from './submission/failpoint.ts'
import type { SubmissionTables } from './submission/tables.ts'
import { createSweep } from './draft/sweep.ts'
import { sqlApplications } from './sql-applications.ts'

export interface ApplicationParts {
  readonly config: SignUpConfig
  /** Whether new applications of a merchant may be submitted. Default: yes. */
  readonly takesApplications?: (merchant: string) => boolean
  readonly store: Store<ApplicationTables>
  readonly derived: DerivedKeys
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Wraps each client of the boarding API, for example to measure it. */
  readonly wrapClient?: (client: BoardingClient) => BoardingClient
  /** Creates the connections to the boarding API. */
  readonly outbound: UpstreamOutbound
  /** Receives the events of applications; default none. */
  readonly announcing?: Announcing
  /** Ports to the boarding API instead of those of `outbound`, and failpoints for tests. */
  readonly ports?: SenderPorts & {
    readonly transport?: Transport
    readonly sender?: OneShotSender
    readonly failpoint?: SubmitFailpoint
  }
}

export interface SignUp {
  readonly applications: Applications
  readonly drafts: Drafts
  readonly submissions: Submissions
  /** Keys that pages seal secrets to. */
  readonly sealKeys: KeySet
  readonly clock: Clock
  readonly log: Log
  /** Whether at least one merchant has sign-up. */
  readonly isOffered: boolean
  /** Returns a merchant's sign-up; `null` if it has none. */
  partner(merchant: string): Partner | null
  begin(): void
  /** Stops starting work and waits for work in progress. */
  drain(): Promise<void>
  /** Closes keys and connections; drain first. */
  close(): Promise<void>
}

/** Returns a function that finds the partner of a merchant. A change of the merchant makes a new partner. */
function partnersOf(
  { config, clock, log, wrapClient }: ApplicationParts,
  transport: Transport | null,
  sender: OneShotSender | null,
): SignUp['partner'] {
  const { boarding: api, environment } = config
  if (api === null || transport === null || sender === null) return () => null
  const ports = { transport, sender, clock, log, environment, wrapClient }
  const find = findById(() => config.merchants)
  const partnerOf = perObject((merchant: SignUpMerchant) =>
    merchant.boarding === undefined ? null : createPartner(merchant, merchant.boarding, api, ports),
  )
  return (id) => {
    const merchant = find(id)
    return merchant === null ? null : partnerOf(merchant)
  }
}

/** Runs the migrations and assembles merchant sign-up. */
export async function createApplications(parts: ApplicationParts): Promise<SignUp> {
  const { config, store, derived, clock, random, log, outbound, ports = {} } = parts
  const applications = sqlApplications(store, random)
  await applications.prepare()
  const sealKeys = await openKeySet({
    store: store as unknown as Store<KeyTables>,
    purpose: SEALING,
    sealRing: derived.sealRing,
    clock,
    random,
    log,
    rotateEveryDays: config.rotateEveryDays,
  })
  const url = config.boarding?.url ?? null
  const transport = url === null ? null : (ports.transport ?? outbound.transport(url))
  const sender =
    url === null ? null : (ports.sender ?? outbound.oneShot(url, SUBMIT_LIMITS, { clock, ...ports }))
  const partner = partnersOf(parts, transport, sender)
  const isOffered = derivedFrom(
    () => config.merchants,
    (merchants) => config.boarding !== null && merchants.some(({ boarding }) => boarding !== undefined),
  )
  const sweep = createSweep(applications, clock, log)
  const submissions = await createSubmissions({
    store: store as unknown as Store<SubmissionTables>,
    applications,
    partners: partner,
    keys: sealKeys,
    termsRing: derived.termsRing,
    announcing: parts.announcing ?? NO_TARGETS,
    clock,
    random,
    log,
    limit: config.limits.submit,
    signerOf: (merchant) => partner(merchant)?.webhookSecret ?? null,
    ...(parts.takesApplications === undefined ? {} : { takesApplications: parts.takesApplications }),
    ...(ports.failpoint === undefined ? {} : { failpoint: ports.failpoint }),
  })
  return {
    applications,
    drafts: createDrafts(applications, derived.draftRing, random),
    submissions,
    sealKeys,
    clock,
    log,
    get isOffered() {
      return isOffered()
    },
    partner,
    begin() {
      sealKeys.begin()
      sweep.begin()
      submissions.begin()
    },
    async drain() {
      await Promise.all([sweep.end(), submissions.drain()])
    },
    async close() {
      sealKeys.close()
      sender?.close()
      await transport?.close()
    },
  }
}
