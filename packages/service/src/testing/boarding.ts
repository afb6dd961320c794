/** A partner with keys and tiers that boards over the service's fetch. */
import {
  boarding,
  writeSubmission,
  type ApplicationValues,
  type NameCase,
  type TokenPlace,
} from '@tapboard/contract'
import { createService, type Service } from '../app/service.ts'
import { llcValues } from './application.ts'

/** An answer of the boarding API. */
export interface BoardingAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Spelling and key of a request. */
export interface Spelling {
  readonly key?: string
  readonly nameCase?: NameCase
  readonly tokenPlace?: TokenPlace
}

type Json = Record<string, unknown>

/** A terms token of the sandbox, which accepts any text. */
export const ANY_TOKEN = 'any-text'

export class Partner {
  readonly service: Service
  readonly accountId: string
  readonly liveKey: string
  readonly testKey: string

  private constructor(
    service: Service,
    accountId: string,
    keys: { readonly live: string; readonly test: string },
  ) {
    this.service = service
    this.accountId = accountId
    this.liveKey = keys.live
    this.testKey = keys.test
  }

  /**
   * Creates an account with a key of each kind, the tiers Standard and Plus in production, Standard and Trial
   * in the sandbox.
   */
  static async join(service: Service, name = 'Partner'): Promise<Partner> {
    const account = await service.accounts.createAccount(name)
    const id = account?.id ?? ''
    const key = async (sandbox: boolean) =>
      (await service.accounts.createKey(id, { board: true, sandbox }))?.key ?? ''
    const partner = new Partner(service, id, { live: await key(false), test: await key(true) })
    const fees = [{ label: 'Card present', value: '2.6 % + 10¢' }]
    await service.boarding.addTier(id, {
      name: 'Standard',
      label: 'Standard plan',
      fees,
      includes: ['One terminal'],
    })
    await service.boarding.addTier(id, { name: 'Plus', cobrand: { id: 'live-cobrand' } })
    await service.boarding.addTier(id, { name: 'Standard', sandbox: true, fees })
    await service.boarding.addTier(id, { name: 'Trial', sandbox: true })
    return partner
  }

  /** The same partner at another process. */
  static known(service: Service, { accountId, liveKey, testKey }: Partner): Partner {
    return new Partner(service, accountId, { live: liveKey, test: testKey })
  }

  /** Sends any body to any operation; a string is sent unchanged. */
  async post(operation: string, body: unknown): Promise<BoardingAnswer> {
    const response = await this.service.fetch(
      new Request(`http://service/boarding/${operation}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    return { status: response.status, body: (await response.json()) as Json }
  }

  /** Reads the documents of a tier. */
  async documents(tierName: string, key = this.liveKey, locale = 'en-US'): Promise<Json> {
    return (await this.post('Agreement', { ApiKey: key, TierName: tierName, Locale: locale })).body
  }

  /** Creates an acceptance of the current documents. */
  async acceptance(
    tierName: string,
    corporateName: string,
    key = this.liveKey,
    locale = 'en-US',
  ): Promise<Json> {
    const shown = boarding.agreement.answers[200].parse(await this.documents(tierName, key, locale))
    return {
      CorporateName: corporateName,
      SignerName: 'Ada Byron',
      Documents: (shown.Documents ?? []).map(({ Id, Version, Sha256 }) => ({ Id, Version, Sha256 })),
      Consents: (shown.Consents ?? []).map(({ Id }) => Id),
      Evidence: { Time: '2026-11-21T12:00:00Z', UserAgent: 'Test/1.0', Origin: 'https://shop.example' },
    }
  }

  /** Accepts the documents and returns the terms token. */
  async agree(
    tierName = 'Standard',
    corporateName = llcValues().corporateName,
    key = this.liveKey,
  ): Promise<string> {
    const Acceptance = await this.acceptance(tierName, corporateName, key)
    const { body } = await this.post('Agreement', { ApiKey: key, TierName: tierName, Acceptance })
    return String(body['Token'])
  }

  /** Creates the body of SubmitGoApp. */
  submission(values: ApplicationValues, token?: string, spelling: Spelling = {}): Json {
    const { key = this.liveKey, nameCase = 'pascal', tokenPlace = 'top' } = spelling
    const body = writeSubmission(values, { token }, { nameCase, tokenPlace }) as Json
    return { [nameCase === 'pascal' ? 'ApiKey' : 'apiKey']: key, ...body }
  }

  /** Submits an application with a terms token; the sandbox accepts any text as one. */
  async submit(values: ApplicationValues, spelling: Spelling = {}): Promise<BoardingAnswer> {
    const { key = this.liveKey } = spelling
    const token = key === this.liveKey ? await this.agree(values.tierName, values.corporateName) : ANY_TOKEN
    return this.post('SubmitGoApp', this.submission(values, token, spelling))
  }
}

/** Runs a test with a partner at a service in memory, and closes the service afterwards. */
export const withPartner =
  (body: (partner: Partner) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const service = await createService({ store: 'file::memory:' })
    try {
      await body(await Partner.join(service))
    } finally {
      await service.close()
    }
  }
