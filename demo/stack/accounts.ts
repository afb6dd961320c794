// Accounts, keys and terminals of the demo at its own service. Runs at every start and keeps existing data.
import { web } from '@tapboard/contract'
import type { Service } from '@tapboard/service'
import type { StoredText } from '../host/stored-text.ts'
import { PARTNER_ID } from './merchants.ts'
import { ensurePartner } from './partner.ts'
import { writeSecrets, type Secrets } from './secrets.ts'
import { ensureKey, ensureTerminals } from './seed.ts'

/** Access of the demo to the service. */
interface AccountOptions {
  readonly fetch: typeof fetch
  readonly serviceUrl: string
  /** Address of the BFF for the service's webhooks. */
  readonly bffUrl: string
  readonly secrets: Secrets
  /** Receives new keys together with the other secrets. */
  readonly secretsFile: StoredText
}

/** Keys and terminals at an upstream. */
export interface UpstreamAccounts {
  /** Key of the shop's account. */
  readonly apiKey: string
  /** Key of the partner's account; `null` without boarding. */
  readonly boardingKey: string | null
  /** Device IDs of the shop's terminals by serial number. */
  readonly devices: ReadonlyMap<string, string>
}

/** Creates the missing accounts, keys and terminals. */
export async function ensureAccounts(
  service: Service,
  { fetch, serviceUrl, bffUrl, secrets, secretsFile }: AccountOptions,
): Promise<UpstreamAccounts> {
  const apiKey = await ensureKey(service.accounts, fetch, serviceUrl, secrets.apiKey)
  const boardingKey = await ensurePartner(service, fetch, serviceUrl, secrets.boardingKey, {
    url: bffUrl + web.receiveBoardingEvent.path.replace('{merchant}', PARTNER_ID),
    secret: secrets.boardingWebhookSecret,
  })
  if (apiKey !== secrets.apiKey || boardingKey !== secrets.boardingKey)
    writeSecrets(secretsFile, { ...secrets, apiKey, boardingKey })
  return { apiKey, boardingKey, devices: await ensureTerminals(fetch, serviceUrl, apiKey) }
}
