// `#runtime` of a runtime without Node: `fetch` for outbound requests, the console for the log. No scraper reads metrics here, so
// the meters are no-ops.
import type { Log, LogFields } from '../../ports.ts'
import type { Heads } from '../../sale/ledger/heads.ts'
import { fetchOutbound } from './fetch-outbound.ts'
import type { OpenMetrics, Outbound } from './runtime.ts'

const write =
  (level: 'info' | 'warn' | 'error') =>
  (fields: LogFields, message: string): void =>
    // The type is an allow-list of fields. Log collectors of such runtimes read one line of JSON per entry.
    console[level](JSON.stringify({ level, ...fields, msg: message }))

/** A log of JSON lines on the console. */
export const createLog = (): Log => ({ info: write('info'), warn: write('warn'), error: write('error') })

/** Returns true for an IP address: four numbers, or a text that a URL accepts in brackets. */
export function isAddress(text: string): boolean {
  if (/^\d+(\.\d+){3}$/.test(text))
    return text.split('.').every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  return /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)
}

/** Rejects: this runtime has no files. */
export const openHeadsFile = (_path: string, _log: Log): Promise<Heads> =>
  Promise.reject(new Error('The option headsFile needs Node.'))

/** Outbound requests by the runtime's `fetch`. */
export const OUTBOUND: Outbound = fetchOutbound((...request) => fetch(...request))

const nothing = (): void => {}

/** Meters without effect: only Node serves metrics. */
export const openMetrics: OpenMetrics = () => ({
  meters: {
    answered: nothing,
    asked: nothing,
    stored: nothing,
    committed: nothing,
    alerted: nothing,
    deliveryAttempted: nothing,
    loopFailed: nothing,
    expose: nothing,
  },
  read: async () => '',
  begin: nothing,
  end: nothing,
})
