// The catalogue of errors: every registered code, the text that a person sees, the operations that answer it, and the
// advice for the developer, which is that of the contract.
import {
  BOARDING_ADVICE,
  BOARDING_ERRORS,
  ELEMENT_FAULTS,
  PROBLEM_ADVICE,
  PROBLEMS,
  PROGRAM_FAULTS,
  SERVICE_ADVICE,
  SERVICE_ERRORS,
  web,
  type ProblemCode,
  type Route,
} from '@tapboard/contract'
import { isSetup } from '../../../packages/elements/src/shared/mistakes.ts'
import type { LocalCode } from '../../../packages/elements/src/shared/fault.ts'
import { AGREEMENT } from '../../../packages/elements/src/merchant-apply/steps/agreement.strings.ts'
import { ENGLISH as APPLY } from '../../../packages/elements/src/merchant-apply/merchant-apply.strings.ts'
import { PAY_ENGLISH as PAY } from '../../../packages/elements/src/terminal-pay/english.ts'
import { markdownTable } from '../build/html.ts'
import { PAY_PROBLEMS } from './texts.ts'

/** The compiler asks for each code of the elements. */
const LOCAL: Readonly<Record<LocalCode, readonly [means: string, advice: string]>> = ELEMENT_FAULTS

/** The text of `<terminal-pay>` for a code. */
const paySays = (code: string): string =>
  PAY_PROBLEMS[isSetup(code) ? 'setup' : code] ?? PAY_PROBLEMS['otherwise'] ?? ''

/** The text of `<merchant-apply>` for a code; two texts where the start and the submission of an application differ. */
function applySays(code: string): string {
  const paused = AGREEMENT.paused('Northwind')
  if (code === 'store-restored') return paused
  if (code === 'upstream-refused' || code === 'forbidden')
    return `${APPLY.unset}” or, when the application is submitted, “${paused}`
  return isSetup(code) ? APPLY.unset : (AGREEMENT.refusals[code] ?? AGREEMENT.refusals['otherwise'] ?? '')
}

/** Codes between servers; no page gets them. */
const SERVERS_ONLY: readonly string[] = ['host-unauthorized', 'signature-invalid', 'application-not-found']
/** The visible effect of codes that an element detects, if it has no sentence of its own. */
const SEEN_LOCAL: Readonly<Partial<Record<LocalCode, string>>> = {
  'language-missing': 'The element in English.',
  'property-invalid': 'Nothing: the property is left aside.',
}

/** Codes that an element handles silently. */
const SILENT: Readonly<Record<string, string>> = {
  'token-expired': 'nothing; a new token is fetched',
  'dpop-nonce': 'nothing; the request is repeated with the new nonce',
  'sale-open': 'the open sale, as if the page had been reloaded',
  'order-already-paid': 'the approved sale',
  'too-many-streams': '“' + PAY.noNews('10:42 AM') + '”',
  draining: '“' + PAY.unsentYet + '”',
  'draft-changed': '“' + APPLY.changed + '”',
  'application-closed': 'the status of the application',
  'application-in-doubt': 'that it may have been received and must not be sent again',
  'invalid-application': 'the message at each field, and all of them in the summary',
}

function operationsOf(code: string): readonly (readonly [string, Route])[] {
  return Object.entries<Route>(web.WEB_ROUTES).filter(([, { errors }]) => errors.includes(code))
}

function seen(code: ProblemCode): string {
  const silent = SILENT[code]
  if (SERVERS_ONLY.includes(code)) return 'Nothing: this is between servers.'
  if (silent !== undefined) return `${silent.charAt(0).toUpperCase()}${silent.slice(1)}.`
  const used = operationsOf(code)
  const applies = used.length === 0 || used.some(([, { auth }]) => auth === 'apply')
  const pays =
    used.length === 0 || used.some(([, { auth }]) => !['apply', 'desk', 'host', 'none'].includes(auth))
  return [
    ...(pays ? [`“${paySays(code)}” in \`<terminal-pay>\``] : []),
    ...(applies ? [`“${applySays(code)}” in \`<merchant-apply>\``] : []),
  ].join(', ')
}

/** Every problem code of the BFF. */
export const problemCatalogue = (): string =>
  Object.entries(PROBLEMS)
    .map(([code, [status, title]]) => {
      const used = operationsOf(code)
      return [
        `### ${code}`,
        markdownTable(
          ['', ''],
          [
            ['Means', `${title} (${status})`],
            ['The person sees', seen(code as ProblemCode)],
            ['You do', PROBLEM_ADVICE[code as ProblemCode]],
            [
              'Given by',
              used.length === 0
                ? 'any operation'
                : used
                    .map(
                      ([name, { method, path }]) =>
                        `[\`${name}\`](/docs/bff/#${`${method} ${path}`
                          .toLowerCase()
                          .replace(/[^a-z0-9]+/g, '-')
                          .replace(/-$/, '')})`,
                    )
                    .join(', '),
            ],
          ],
        ),
      ].join('\n\n')
    })
    .join('\n\n')

const localSays = (code: string): string =>
  `“${paySays(code)}” in \`<terminal-pay>\`, “${isSetup(code) ? APPLY.unset : APPLY.unreached}” in \`<merchant-apply>\``

/** Codes that an element reports by itself. */
export const localCatalogue = (): string =>
  Object.entries(LOCAL)
    .map(([code, [means, advice]]) =>
      [
        `### ${code}`,
        markdownTable(
          ['', ''],
          [
            ['Means', means],
            ['The person sees', SEEN_LOCAL[code as LocalCode] ?? localSays(code)],
            ['You do', advice],
          ],
        ),
      ].join('\n\n'),
    )
    .join('\n\n')

/** Codes of the programs on the command line. */
export const programCatalogue = (): string =>
  Object.entries(PROGRAM_FAULTS)
    .map(([code, [means, advice]]) =>
      [
        `### ${code}`,
        markdownTable(
          ['', ''],
          [
            ['Means', means],
            ['You do', advice],
          ],
        ),
      ].join('\n\n'),
    )
    .join('\n\n')

const codes = (statuses: Readonly<Record<string, number>>, texts: Readonly<Record<string, string>>): string =>
  markdownTable(
    ['Code', 'Status', 'Meaning'],
    Object.entries(statuses).map(([code, status]) => [`\`${code}\``, String(status), texts[code] ?? '']),
  )

/** Codes of the cloud terminal API. */
export const serviceCatalogue = (): string => codes(SERVICE_ERRORS, SERVICE_ADVICE)

/** Codes of the boarding API. */
export const boardingCatalogue = (): string => codes(BOARDING_ERRORS, BOARDING_ADVICE)
