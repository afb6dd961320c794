// Routes of `<merchant-apply>` for its page data, its draft and the terms of a plan. `submission-routes.ts` serves the
// submission and the status.
import { COUNTRIES, isEditable, type ApplicationPage, type Terms } from '@tapboard/contract'
import type { HandlersOf } from '../../http/call.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { ApplyAccess } from '../../token/access.ts'
import type { SignUp } from '../create-applications.ts'
import type { Partner } from '../partner.ts'
import { snapshotOf, type ApplicationRow } from '../row.ts'
import { ancestorsOf, fieldPage, fieldPageHeaders } from '../seal/field-page.ts'
import { sealKeyOf } from '../seal/seal-key.ts'
import { termsForPage } from '../plans/statements.ts'
import { viewTiers } from '../plans/tier-view.ts'

/** The routes of this file. */
export type PageRoute = 'getApplication' | 'getIsolatedField' | 'saveDraft' | 'discardDraft' | 'getTerms'

/** Refusal for a merchant without sign-up. */
export const NOT_CONFIGURED: Refusal = refuse(
  'boarding-not-configured',
  "Set the merchant's boarding and upstream.boardingUrl.",
)

const NO_TERMS: Terms = { documents: [], consents: [] }

const wrongTier = (code: 'choose' | 'tier-unavailable', message: string): Refusal =>
  refuse('invalid-application', message, { issues: [{ path: 'tierName', code, message }] })

/** Returns all data of the page. After the submission, the plans are optional. */
async function pageOf(
  { applications, drafts, sealKeys, clock, log }: SignUp,
  partner: Partner,
  access: ApplyAccess,
  row: ApplicationRow,
): Promise<ApplicationPage | Refusal> {
  const editable = isEditable(row.state)
  const tiers = await partner.plans.tiers()
  if (!tiers.ok && editable) return tiers
  const shown = viewTiers(tiers.ok ? tiers.value : [], access.tiers, partner.catalogue)
  if (shown.length === 0 && editable)
    log.warn(
      { code: 'no-plans', merchant: access.merchant, applicationId: row.id },
      'the upstream offers none of the plans of a token',
    )
  const nowMs = clock.now()
  return {
    application: snapshotOf(row),
    partner: partner.name,
    ...(partner.contact && { contact: partner.contact }),
    environment: partner.environment,
    tiers: shown,
    countries: [...COUNTRIES],
    terms: { mode: partner.termsMode, frameUrl: partner.frameUrl },
    sealKey: sealKeyOf(sealKeys),
    draft: editable ? await drafts.read(row, await applications.now()) : null,
    nowMs,
  }
}

async function termsOf(
  partner: Partner,
  access: ApplyAccess,
  { tier = '', locale = '' }: Readonly<Record<string, string>>,
): Promise<Terms | Refusal> {
  if (partner.termsMode !== 'service') return NO_TERMS
  if (tier === '') return wrongTier('choose', 'Choose one of the plans: name it as tier=….')
  const allowed = access.tiers === null || access.tiers.includes(tier)
  const offered = allowed ? await partner.tierNames() : null
  if (offered !== null && !offered.ok) return offered
  if (offered === null || !offered.names.includes(tier))
    return wrongTier('tier-unavailable', 'Choose a plan that is offered.')
  const read = await partner.terms(tier, locale)
  return read.ok ? termsForPage(read.terms) : read
}

/** The configuration of the page of an isolated field. */
export interface FieldPageConfig {
  /** Read at each request: merchants can change. */
  readonly merchants: readonly { readonly origins: readonly string[] }[]
}

/** Creates the handlers of these routes. */
export function pageHandlers(signUp: SignUp, config: FieldPageConfig): HandlersOf<PageRoute> {
  const { applications, drafts } = signUp
  return {
    async getApplication({ access }) {
      const partner = signUp.partner(access.merchant)
      if (partner === null) return NOT_CONFIGURED
      const row = await applications.open(access.merchant, access.applicant)
      const page = await pageOf(signUp, partner, access, row)
      return 'ok' in page ? page : { ok: true, status: 200, body: page }
    },
    async getIsolatedField({ query }) {
      if (!signUp.isOffered) return NOT_CONFIGURED
      return {
        ok: true,
        status: 200,
        body: fieldPage(sealKeyOf(signUp.sealKeys)),
        headers: fieldPageHeaders(ancestorsOf(config.merchants, query['origin'])),
      }
    },
    async saveDraft({ access, body }) {
      if (signUp.partner(access.merchant) === null) return NOT_CONFIGURED
      const { id } = await applications.open(access.merchant, access.applicant)
      const saved = await drafts.save(id, body)
      return saved.ok ? { ok: true, status: 200, body: saved.saved } : saved
    },
    async discardDraft({ access }) {
      if (signUp.partner(access.merchant) === null) return NOT_CONFIGURED
      const row = await applications.read(access.merchant, access.applicant)
      const done = row === null ? { ok: true as const } : await drafts.discard(row.id)
      return done.ok ? { ok: true, status: 204, body: null } : done
    },
    async getTerms({ access, query }) {
      const partner = signUp.partner(access.merchant)
      if (partner === null) return NOT_CONFIGURED
      const terms = await termsOf(partner, access, query)
      return 'ok' in terms ? terms : { ok: true, status: 200, body: terms }
    },
  }
}
