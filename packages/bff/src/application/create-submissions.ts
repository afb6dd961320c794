// Assembles the submissions of a process: sending, following up, resolutions by the host, and webhooks.
import type { ApplicationSnapshot, ResolveApplication, SubmitApplication } from '@tapboard/contract'
import { settledWithin, type Store } from '@tapboard/store'
import { refuse, type Refusal } from '../refusal.ts'
import { createRateLimiter, type Rate } from '../http/rate-limit.ts'
import type { Announcing } from '../durable/outbox/announcing.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { randomId, type ReceivedHeaders } from '@tapboard/server'
import type { ApplyAccess } from '../token/access.ts'
import type { KeySet } from '../token/key-set.ts'
import type { Applications } from './applications.ts'
import { snapshotOf } from './row.ts'
import { createFollower } from './status/follow.ts'
import { receiveBoardingEvent } from './status/receive.ts'
import { resolveDoubt } from './status/resolve.ts'
import { noSubmitFailpoint, type SubmitFailpoint } from './submission/failpoint.ts'
import { sqlSubmissions } from './submission/submission-ledger.ts'
import type { SubmitPartner, SubmitPartners } from './submission/submit-partner.ts'
import type { SubmissionTables } from './submission/tables.ts'
import type { Sent } from './submission/send.ts'
import { areSubmissionsHeld } from './submission/submission-hold.ts'
import { createSubmit, RUNNING_MAX, type Submitted, type Witness } from './submission/submit.ts'
import type { KeyRing } from '../token/secret.ts'
import type { SecretRing } from '@tapboard/server'

export interface SubmissionParts {
  readonly store: Store<SubmissionTables>
  readonly applications: Applications
  readonly partners: SubmitPartners
  /** Whether new applications of a merchant may be submitted; its submitted ones are followed in any case. Default: yes. */
  readonly takesApplications?: (merchant: string) => boolean
  /** Key pairs for the secrets that pages seal. */
  readonly keys: KeySet
  readonly termsRing: KeyRing
  readonly announcing: Announcing
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly limit: Rate
  /** Returns the secret of a merchant's webhooks of the boarding API; `null` for a merchant without one. */
  readonly signerOf: (merchant: string) => SecretRing | null
  readonly failpoint?: SubmitFailpoint
  /** Maximum number of concurrent submissions; default 500. */
  readonly runningMax?: number
}

/** The current application, or a refusal. */
type Shown = { readonly ok: true; readonly application: ApplicationSnapshot } | Refusal

/** The submissions of a process. */
export interface Submissions {
  submit(
    partner: SubmitPartner,
    access: ApplyAccess,
    body: SubmitApplication,
    key: string,
    witness: Witness,
  ): Promise<Submitted>
  read(merchant: string, applicant: string): Promise<Shown>
  resolve(merchant: string, applicant: string, resolution: ResolveApplication): Promise<Shown>
  receive(
    merchant: string,
    body: Uint8Array,
    headers: ReceivedHeaders,
  ): Promise<{ readonly ok: true } | Refusal>
  begin(): void
  /** Stops following up and waits at most 15 s for submissions in progress. */
  drain(): Promise<void>
}

/** Longest wait for submissions in progress; another instance claims the rest after their lease. */
const DRAIN_MS = 15_000

const NOT_FOUND = refuse(
  'application-not-found',
  'There is no application of this applicant yet; open the page first.',
)

/** Runs the migrations and assembles the submissions. */
export async function createSubmissions(parts: SubmissionParts): Promise<Submissions> {
  const { applications, clock, log, random } = parts
  const ledger = sqlSubmissions(parts.store, applications, parts.announcing)
  await ledger.prepare()
  if (await areSubmissionsHeld(parts.store.db))
    log.warn(
      { code: 'store-restored' },
      'applications are not submitted until "tapboard restore --release-applications": the store was restored',
    )
  const over = new AbortController()
  const running = new Map<string, Promise<Sent>>()
  const shared = { applications, ledger, clock, random, log, termsRing: parts.termsRing }
  const run = randomId(random)
  const submit = createSubmit({
    ...shared,
    owner: `submit_${run}`,
    keys: parts.keys,
    takesApplications: parts.takesApplications ?? (() => true),
    limiter: createRateLimiter('submit', parts.limit),
    failpoint: parts.failpoint ?? noSubmitFailpoint,
    running,
    runningMax: parts.runningMax ?? RUNNING_MAX,
    over: over.signal,
  })
  const follower = createFollower({ ...shared, partners: parts.partners, owner: `follow_${run}` })
  return {
    async submit(...request) {
      const submitted = await submit(...request)
      follower.wake()
      return submitted
    },
    async read(merchant, applicant) {
      const row = await applications.read(merchant, applicant)
      return row === null ? NOT_FOUND : { ok: true, application: snapshotOf(row) }
    },
    async resolve(merchant, applicant, resolution) {
      const row = await applications.read(merchant, applicant)
      return row === null ? NOT_FOUND : resolveDoubt({ applications, ledger, log }, row, resolution)
    },
    receive: (merchant, body, headers) => {
      const ports = { ledger, clock, log, secret: parts.signerOf(merchant) }
      return receiveBoardingEvent(ports, merchant, body, headers)
    },
    begin: () => follower.begin(),
    async drain() {
      await settledWithin(DRAIN_MS, [...running.values(), follower.drain()], clock)
      over.abort()
    },
  }
}
