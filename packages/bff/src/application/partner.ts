// The sign-up of one merchant: catalogue, terms, plans, and the boarding API with the merchant's key.
import type { Terms, TermsMode } from '@tapboard/contract'
import type {
  BoardingConfig,
  BoardingOptions,
  CatalogueTier,
  ContactOptions,
  SignUpConfig,
  SignUpMerchant,
} from './sign-up-config.ts'
import type { Refusal } from '../refusal.ts'
import type { Clock, Log } from '../ports.ts'
import { createBoardingClient, type BoardingClient } from '../upstream/boarding/client.ts'
import type { OneShotSender, Transport } from '../upstream/transport/outbound-port.ts'
import { createPlans, type Plans } from './plans/plans.ts'
import type { BoardingUpstream } from '../upstream/boarding/boarding-port.ts'
import type { SecretRing } from '@tapboard/server'
import { termsLocale } from './plans/terms-locale.ts'

/** The sign-up of one merchant: its settings, its plans and its boarding API. */
export interface Partner {
  /** The display name of the merchant. */
  readonly name: string
  /** Where an applicant reaches the partner. */
  readonly contact: ContactOptions | null
  readonly environment: SignUpConfig['environment']
  readonly catalogue: readonly CatalogueTier[]
  readonly termsMode: TermsMode
  /** URL of the vendor's page that posts the terms token, in mode `frame`. */
  readonly frameUrl: string | null
  /** Whether a "not found" of a look-up by token is conclusive. */
  readonly lookup: boolean
  /** Secret of the boarding API's webhooks. */
  readonly webhookSecret: SecretRing | null
  readonly plans: Plans
  readonly upstream: BoardingUpstream
  /** Returns the names of the tiers that the upstream offers now. */
  tierNames(): Promise<{ readonly ok: true; readonly names: readonly string[] } | Refusal>
  /** Returns the current terms of a tier, the requested language first; called in mode `service` only. */
  terms(tierName: string, locale: string): Promise<{ readonly ok: true; readonly terms: Terms } | Refusal>
}

/** Dependencies of partners; transport and sender go to `{boarding_url}` and are shared. */
interface PartnerDeps {
  readonly transport: Transport
  readonly sender: Pick<OneShotSender, 'send'>
  readonly clock: Clock
  readonly log: Log
  readonly environment: SignUpConfig['environment']
  /** Wraps each client, for example to measure it. */
  readonly wrapClient?: ((client: BoardingClient) => BoardingClient) | undefined
}

/** Creates the sign-up of a merchant. */
export function createPartner(
  { id, name }: SignUpMerchant,
  options: BoardingOptions,
  boarding: BoardingConfig,
  { transport, sender, clock, log, environment, wrapClient }: PartnerDeps,
): Partner {
  const { nameCase, tokenPlace, phone, lookup } = boarding
  const { apiKey, tiers: catalogue = [], terms = { mode: 'service' } } = options
  const plain = createBoardingClient({ apiKey, nameCase, tokenPlace, phone }, transport, sender)
  const client = wrapClient === undefined ? plain : wrapClient(plain)
  const plans = createPlans({ client, clock, log, merchant: id, sandbox: environment === 'sandbox' })
  return {
    name,
    contact: options.contact ?? null,
    environment,
    catalogue,
    termsMode: terms.mode,
    frameUrl: terms.mode === 'frame' ? terms.url : null,
    lookup,
    webhookSecret: options.webhookSecret ?? null,
    plans,
    upstream: client,
    async tierNames() {
      const asked = await plans.tiers()
      return asked.ok ? { ok: true, names: asked.value.map((tier) => tier.name) } : asked
    },
    async terms(tierName, locale) {
      const asked = await plans.terms(tierName, termsLocale(locale))
      return asked.ok ? { ok: true, terms: asked.value } : asked
    },
  }
}
