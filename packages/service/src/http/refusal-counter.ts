// Counts refused requests for the operator, under the name and the label rules of the BFF: a label has a value of a fixed list and
// never contains an account, a key, an address or a text of the caller.
import { BOARDING_ERRORS, SERVICE_ERRORS } from '@tapboard/contract'
import { DASHBOARD_ERRORS } from '@tapboard/contract/dashboard'
import type { LoggedRefusal } from './env.ts'

/** Codes of faults; the specification has no code for them. */
const FAULTS = ['INTERNAL_ERROR', 'UNAVAILABLE']

const CODES: ReadonlySet<string> = new Set(
  [SERVICE_ERRORS, BOARDING_ERRORS, DASHBOARD_ERRORS].flatMap((errors) => Object.keys(errors)).concat(FAULTS),
)

/** Reasons that tell refusals of one code apart. */
const REASONS: ReadonlySet<string> = new Set([
  'key-missing',
  'key-unknown',
  'key-revoked',
  'key-expired',
  'guesses',
  'scope',
])

const NAME = 'tapboard_http_refusals_total'

/** Counts refusals and prints them in the Prometheus text format. */
export interface RefusalCounter {
  count(refusal: Pick<LoggedRefusal, 'code' | 'reason'>): void
  text(): string
}

export function createRefusalCounter(): RefusalCounter {
  const counts = new Map<string, number>()
  return {
    count({ code, reason }) {
      const why = reason === undefined ? '' : `,reason="${REASONS.has(reason) ? reason : 'other'}"`
      const labels = `code="${CODES.has(code) ? code : 'other'}"${why}`
      counts.set(labels, (counts.get(labels) ?? 0) + 1)
    },
    text: () =>
      [
        `# HELP ${NAME} Refused requests by error code, and the reason that the log names.`,
        `# TYPE ${NAME} counter`,
        ...[...counts].map(([labels, count]) => `${NAME}{${labels}} ${count}`),
        '',
      ].join('\n'),
  }
}
