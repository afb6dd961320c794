// `scripted-bff.ts` for applications: it stores a draft, provides documents and accepts one submission. It makes no decisions
// of a real BFF.
import {
  ApplicationPage,
  ApplicationSnapshot,
  SaveDraft,
  SubmitApplication,
  type Terms,
  type ApplicationDraft,
} from '@tapboard/contract'
import { ScriptedBff, type Seen } from './scripted-bff.ts'

/** The date on which these applications are filled in. */
export const APPLY_NOW_MS = Date.UTC(2026, 10, 21, 12)

export const APPLICATION: ApplicationSnapshot = {
  id: 'app_1',
  state: 'draft',
  version: 1,
  appId: null,
  reference: null,
  tierName: null,
  submittedAtMs: null,
  checkedAtMs: null,
  issues: [],
  agreed: null,
}

export const TIERS: ApplicationPage['tiers'] = [
  {
    name: 'Standard',
    label: 'Standard',
    summary: 'For shops that take cards every day.',
    fees: [
      { label: 'Monthly', value: '$0' },
      { label: 'Card present', value: '2.6% + 10¢' },
    ],
    features: [{ label: 'Terminals', value: '1' }],
    includes: ['Next-day payout'],
  },
  {
    name: 'Plus',
    label: 'Plus',
    summary: 'For several counters.',
    fees: [
      { label: 'Monthly', value: '$29' },
      { label: 'Card present', value: '2.3% + 10¢' },
    ],
    features: [{ label: 'Terminals', value: '5' }],
    includes: ['Next-day payout', 'Phone support'],
  },
]

export const TERMS: Terms = {
  documents: [
    {
      id: 'msa',
      title: 'Merchant services agreement',
      version: '2026-11',
      sha256: 'a'.repeat(64),
      locale: 'en',
      text: 'The parties agree.\n\nThey do so in writing.',
    },
  ],
  consents: [{ id: 'terms', locale: 'en', text: 'I have read and agree to the documents.' }],
}

/** A public key on P-256 (RFC 7517 A.1). */
export const SEAL_KEY: ApplicationPage['sealKey'] = {
  kid: 'seal-1',
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
}

/** The data of the first render. */
export const APPLY_PAGE: ApplicationPage = {
  application: APPLICATION,
  partner: 'Northwind',
  environment: 'sandbox',
  tiers: TIERS,
  countries: ['US', 'CA'],
  terms: { mode: 'service', frameUrl: null },
  sealKey: SEAL_KEY,
  draft: null,
  nowMs: APPLY_NOW_MS,
}

/** The scripted BFF for applications. */
export class ScriptedBoarding extends ScriptedBff {
  application: ApplicationSnapshot = APPLICATION
  draft: ApplicationDraft | null = null
  page: Partial<ApplicationPage> = {}
  terms: Terms = TERMS
  /** Bodies of submissions, in order. */
  readonly submissions: SubmitApplication[] = []

  /** Sets the next state of the application; the element learns of it when it polls. */
  become(change: Partial<ApplicationSnapshot>): ApplicationSnapshot {
    const version = this.application.version + 1
    this.application = ApplicationSnapshot.parse({ ...this.application, version, ...change })
    return this.application
  }

  /** Delays the answers of saves until `answer` is called; `arrived` resolves with the first save. */
  holdSaves(): { readonly arrived: Promise<void>; readonly answer: () => void } {
    let answer = (): void => undefined
    let arrive = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    this.handler = async ({ method }) => {
      if (method !== 'PUT') return null
      arrive()
      await held
      return null
    }
    return { arrived, answer }
  }

  protected override answer(seen: Seen, signal: AbortSignal | null): Response | null {
    if (!seen.headers.get('Authorization')?.startsWith('DPoP ')) return this.problem('token-missing')
    const { application } = this
    switch (`${seen.method} ${seen.path}`) {
      case 'GET /v1/application':
        return this.json(
          ApplicationPage.parse({ ...APPLY_PAGE, application, draft: this.draft, ...this.page }),
        )
      case 'PUT /v1/application/draft': {
        const { step, values, follows } = SaveDraft.parse(seen.body)
        if (follows !== (this.draft?.version ?? 0)) return this.problem('draft-changed')
        const saved = {
          version: follows + 1,
          savedAtMs: APPLY_NOW_MS,
          expiresAtMs: APPLY_NOW_MS + 60 * 86_400_000,
        }
        this.draft = { step, values, ...saved }
        return this.json(saved)
      }
      case 'DELETE /v1/application/draft':
        this.draft = null
        return new Response(null, { status: 204 })
      case 'GET /v1/application/terms':
        return this.json(this.terms)
      case 'POST /v1/application/submit': {
        const { values, ...rest } = SubmitApplication.parse(seen.body)
        if (!seen.headers.has('Idempotency-Key')) return this.problem('idempotency-key-missing')
        this.submissions.push({ values, ...rest })
        const { tierName } = values
        return this.json(
          this.become({
            state: 'submitted',
            appId: 'APP-20441',
            reference: 'R-778',
            tierName,
            submittedAtMs: APPLY_NOW_MS,
            checkedAtMs: APPLY_NOW_MS,
            agreed: { signerName: rest.consent.signerName, atMs: APPLY_NOW_MS, documents: [] },
          }),
        )
      }
      case 'GET /v1/application/status':
        return seen.headers.get('If-None-Match') === `"${application.version}"`
          ? new Response(null, { status: 304 })
          : this.json(application)
      default:
        return super.answer(seen, signal)
    }
  }
}
