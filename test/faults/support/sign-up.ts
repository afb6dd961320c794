// A partner's sign-up over real sockets in one process: service, BFF, and a fault line between the two.
import type { ApplicationStatus, boarding, MintedToken } from '@tapboard/contract'
import {
  serveBff,
  type Bff,
  type BffOptions,
  type Log,
  type UpstreamOptions,
  type WebhookTarget,
} from '@tapboard/bff'
import { silentLog } from '@tapboard/server'
import { createService, serveService, type ApplicationView } from '@tapboard/service'
import { openStore, type Store } from '@tapboard/store'
import { createBffWith, type BffPorts } from '../../../packages/bff/src/app/assembly.ts'
import type { ApplicationRow } from '../../../packages/bff/src/application/row.ts'
import { APPLICATION } from '../../../packages/bff/src/application/tables.ts'
import type { SubmissionTables } from '../../../packages/bff/src/application/submission/tables.ts'
import type { Tables } from '../../../packages/service/src/schema/schema.ts'
import { Partner, TEST_DATA_KEY } from '../../../packages/service/src/testing.ts'
import { until } from '../../kit/until.ts'
import { openFaultLine, type FaultLine } from '../../kit/line/fault-line.ts'
import { openSignUpPage, type SignUpPage } from '../../kit/sign-up-page.ts'
import { QuickClock } from './quick-clock.ts'
import type { Closing } from '../../kit/scope.ts'

/** The options of a sign-up. */
export interface SignUpOptions {
  /** The BFF's configuration about the boarding API. */
  readonly features?: Partial<UpstreamOptions>
  /** Store of the BFF; default: in memory. */
  readonly store?: string
  readonly log?: Log
  /** The webhook of the host's server. */
  readonly webhook?: WebhookTarget
  /** Secret of the service's webhooks to the BFF; without it the BFF only polls. */
  readonly serviceSecret?: string
  readonly ports?: BffPorts
}

export interface FaultSignUp {
  readonly clock: QuickClock
  /** From the BFF to the service. */
  readonly line: FaultLine
  readonly bff: Bff
  /** Address of the service itself. */
  readonly serviceUrl: string
  readonly bffUrl: string
  page(applicant?: string): SignUpPage
  /** The one application in the BFF's store. */
  application(): Promise<ApplicationRow>
  /** Waits until it is in one of the states, with the clock at this speed. */
  reaches(states: readonly ApplicationStatus[], speed?: number): Promise<ApplicationRow>
  /** The service's operator gives the application another status. */
  move(status: boarding.BoardingStatus): Promise<void>
  received(): Promise<readonly ApplicationView[]>
  readonly store: Store<SubmissionTables>
  readonly serviceStore: Store<Tables>
}

/** The secret that the host's server sends to the BFF. */
const SIGN_UP_SECRET = 'faults-only-secret-of-the-partner'

const ORIGIN = 'https://partner.example'
const PLENTY = { count: 100_000, windowSeconds: 10 }

/** Opens a page of the BFF at this address, in a process of its own. */
export const openPageOf = (url: string): SignUpPage =>
  openSignUpPage({
    mint: async (grant) => {
      const answer = await fetch(`${url}/v1/tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SIGN_UP_SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify(grant),
      })
      return (await answer.json()) as MintedToken
    },
    base: url,
    applicant: 'A-1',
    origin: ORIGIN,
  })

/** The options of every BFF of a sign-up, in any process; the store is not included. */
export const signUpOptions = (
  serviceUrl: string,
  apiKey: string,
  features: Partial<UpstreamOptions> = {},
): Omit<BffOptions, 'store'> => ({
  secret: 'faults-only-secret-of-the-bff-0123456789',
  publicUrl: 'http://127.0.0.1:1',
  merchants: [
    {
      id: 'partner',
      name: 'Partner',
      hostSecret: SIGN_UP_SECRET,
      apiKey,
      origins: [ORIGIN],
      boarding: { apiKey },
    },
  ],
  upstream: {
    environment: 'sandbox',
    terminalUrl: serviceUrl,
    boardingUrl: `${serviceUrl}/boarding`,
    ...features,
  },
  dpop: false,
  limits: { mint: PLENTY, submit: PLENTY },
})

/** Opens a sign-up; it closes with the test. */
export async function openSignUp(context: Closing, options: SignUpOptions = {}): Promise<FaultSignUp> {
  const clock = new QuickClock()
  const testClock = (): number => clock.now()
  const [serviceStore, store] = await Promise.all([
    openStore<Tables>('file::memory:', { testClock }),
    openStore<SubmissionTables>(options.store ?? 'file::memory:', { testClock }),
  ])
  const service = await createService({
    store: serviceStore,
    clock,
    dataKey: TEST_DATA_KEY,
    privateWebhooks: true,
  })
  await service.start()
  const served = await serveService({ service, port: 0 })
  const partner = await Partner.join(service)
  const line = await openFaultLine(served.url)
  const plain = signUpOptions(line.url, partner.testKey, options.features)
  const { webhook, serviceSecret: webhookSecret } = options
  const merchants = plain.merchants.map((merchant) => ({
    ...merchant,
    ...(webhook === undefined ? {} : { webhook }),
    boarding: { apiKey: partner.testKey, ...(webhookSecret === undefined ? {} : { webhookSecret }) },
  }))
  const bff = await createBffWith(
    {
      ...plain,
      merchants,
      store: store as unknown as Store<unknown>,
      clock,
      log: options.log ?? silentLog,
    },
    options.ports ?? {},
  )
  await bff.start()
  const counter = await serveBff({ bff, port: 0 })
  if (webhookSecret !== undefined)
    await service.boarding.setWebhook(partner.accountId, {
      url: `${counter.url}/v1/boarding/events/partner`,
      secret: webhookSecret,
    })
  context.after(async () => {
    await line.close()
    await bff.close()
    await counter.close()
    await service.close()
    await served.close()
    await Promise.all([serviceStore.close(), store.close()])
  })
  const application = async (): Promise<ApplicationRow> =>
    APPLICATION.toRow(await store.db.selectFrom('application').selectAll().executeTakeFirstOrThrow())
  return {
    clock,
    line,
    bff,
    serviceUrl: served.url,
    bffUrl: counter.url,
    page: (applicant = 'A-1') =>
      openSignUpPage({
        mint: (grant) => bff.mintToken('partner', grant),
        base: counter.url,
        applicant,
        origin: ORIGIN,
      }),
    application,
    async reaches(states, speed = 1) {
      clock.hurry(speed)
      const row = await until(`the application is ${states.join(' or ')}`, async () => {
        const now = await application()
        return states.includes(now.state) ? now : null
      })
      clock.hurry(1)
      return row
    },
    async move(status) {
      const [received] = await service.boarding.applications.list()
      await service.boarding.applications.move(received?.appId ?? '', status)
    },
    received: () => service.boarding.applications.list(),
    store,
    serviceStore,
  }
}
