// Routes of submission and status: headers and draining. `submission/` and `status/` decide the result.
import { matchesEtag } from '@tapboard/server'
import { AUDITED, requestCaller } from '../../durable/audit-log.ts'
import type { HandlersOf } from '../../http/call.ts'
import type { Lifecycle } from '../../http/lifecycle.ts'
import { decodeMember } from '../../http/router.ts'
import type { Log } from '../../ports.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { Submissions } from '../create-submissions.ts'
import type { SubmitPartners } from '../submission/submit-partner.ts'

/** The routes of this file. */
export type SubmissionRoute =
  | 'submitApplication'
  | 'getApplicationStatus'
  | 'readApplication'
  | 'resolveApplication'
  | 'receiveBoardingEvent'

interface SubmissionRouteDeps {
  readonly submissions: Submissions
  readonly partners: SubmitPartners
  readonly lifecycle: Lifecycle
  readonly log: Log
  readonly notConfigured: Refusal
}

const etagOf = (version: number): string => `"${version}"`

/** Maximum length of the stored `User-Agent`. */
const AGENT_MAX = 400

const userAgentOf = (headers: Headers): string | null => {
  const text = (headers.get('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_MAX)
  return text === '' ? null : text
}

const NO_APPLICANT = refuse('application-not-found', "Percent-encode the applicant's reference in the path.")

/** Creates the handlers of these routes. */
export function submissionHandlers(deps: SubmissionRouteDeps): HandlersOf<SubmissionRoute> {
  const { submissions, partners, lifecycle, log, notConfigured } = deps
  return {
    async submitApplication({ access, body, headers, clientAddress }) {
      const draining = lifecycle.refusal()
      if (draining !== null) return draining
      const partner = partners(access.merchant)
      if (partner === null) return notConfigured
      const key = headers.get('idempotency-key') ?? ''
      const witness = { address: clientAddress, userAgent: userAgentOf(headers) }
      const result = await submissions.submit(partner, access, body, key, witness)
      if (!result.ok) return result
      const { application, replayed } = result
      const open = application.state === 'submitting' || application.state === 'in_doubt'
      return {
        ok: true,
        status: open ? 202 : 200,
        body: application,
        headers: {
          etag: etagOf(application.version),
          ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
        },
      }
    },
    async getApplicationStatus({ access, headers }) {
      if (partners(access.merchant) === null) return notConfigured
      const result = await submissions.read(access.merchant, access.applicant)
      if (!result.ok) return result
      const etag = etagOf(result.application.version)
      return matchesEtag(headers.get('if-none-match'), etag)
        ? { ok: true, status: 304, body: null, headers: { etag } }
        : { ok: true, status: 200, body: result.application, headers: { etag } }
    },
    async readApplication({ access: merchant, params }) {
      if (partners(merchant.id) === null) return notConfigured
      const applicant = decodeMember(params['applicant'] ?? '')
      if (applicant === null) return NO_APPLICANT
      const result = await submissions.read(merchant.id, applicant)
      return result.ok ? { ok: true, status: 200, body: result.application } : result
    },
    async resolveApplication({ access: merchant, params, body, requestId, clientAddress }) {
      if (partners(merchant.id) === null) return notConfigured
      const applicant = decodeMember(params['applicant'] ?? '')
      if (applicant === null) return NO_APPLICANT
      const result = await submissions.resolve(merchant.id, applicant, body)
      if (!result.ok) return result
      const { state } = result.application
      const resolved = {
        action: 'application-resolved',
        merchant: merchant.id,
        person: body.person,
        state,
      } as const
      log.info({ ...resolved, ...requestCaller(requestId, clientAddress) }, AUDITED)
      return { ok: true, status: 200, body: result.application }
    },
    async receiveBoardingEvent({ params, body, headers }) {
      const result = await submissions.receive(params['merchant'] ?? '', body, headers)
      return result.ok ? { ok: true, status: 204, body: null } : result
    },
  }
}
