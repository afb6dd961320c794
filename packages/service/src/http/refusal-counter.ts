// Counts refused requests for the operator, under the name and the label rules of the BFF: a label has a value of a fixed list and
// never contains an account, a key, an address or a text of the caller.
import { BOARDING_ERRORS, SERVICE_ERRORS } from '@tapboard/contract'
import { DASHBOARD_ERRORS } from '@tapboard/contract/dashboard'
import type { TelemetryMeter } from '@tapboard/server'
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
  'no-hello',
])

const NAME = 'tapboard_http_refusals_total'
const HELP = 'Refused requests by error code, and the reason that the log names.'

/** Counts refusals and prints them in the Prometheus text format. */
export interface RefusalCounter {
  count(refusal: Pick<LoggedRefusal, 'code' | 'reason'>): void
  text(): string
  /** Offers the counts to OpenTelemetry. */
  export(meter: TelemetryMeter): void
}

/** The refusals with the same labels. */
interface Counted {
  readonly labels: Readonly<Record<string, string>>
  readonly count: number
}

export function createRefusalCounter(): RefusalCounter {
  const counts = new Map<string, Counted>()
  return {
    count({ code, reason }) {
      const labels = {
        code: CODES.has(code) ? code : 'other',
        ...(reason === undefined ? {} : { reason: REASONS.has(reason) ? reason : 'other' }),
      }
      const text = Object.entries(labels)
        .map(([name, value]) => `${name}="${value}"`)
        .join(',')
      counts.set(text, { labels, count: (counts.get(text)?.count ?? 0) + 1 })
    },
    text: () =>
      [
        `# HELP ${NAME} ${HELP}`,
        `# TYPE ${NAME} counter`,
        ...[...counts].map(([labels, { count }]) => `${NAME}{${labels}} ${count}`),
        '',
      ].join('\n'),
    export(meter) {
      // A collector adds `_total` for Prometheus.
      const counter = meter.createObservableCounter(NAME.replace(/_total$/, ''), { description: HELP })
      counter.addCallback((result) => {
        for (const { labels, count } of counts.values()) result.observe(count, labels)
      })
    },
  }
}
