// Mistakes in a page's use of an element, for its developer: one sentence each with an instruction. The element's strings hold
// the texts for the user.
import { web } from '@tapboard/contract'
import type { ErrorDetail, Refusal } from './fault.ts'

/** The BFF's base URL without a trailing slash, or `null` when the attribute holds none. */
export function readBase(bffUrl: string, document: string): string | null {
  if (!bffUrl || !URL.canParse(bffUrl, document)) return null
  const { protocol, origin, pathname } = new URL(bffUrl, document)
  return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : null
}

/** The mistake of a `bff-url` that is missing or no http(s) URL. */
export const badBase = (value: string): ErrorDetail => ({
  code: 'bff-url-invalid',
  name: 'bff-url',
  message: `bff-url "${value}" must be the URL of your BFF`,
})

/** The mistake of a missing `getToken`. */
export const NO_GET_TOKEN: ErrorDetail = {
  code: 'get-token-missing',
  name: 'getToken',
  message: 'getToken must be a function that asks your server for a token',
}

/** The mistake of a property with an invalid value. */
export const badProperty = (name: string, wish: string): ErrorDetail => ({
  code: 'property-invalid',
  name,
  message: `${name} must be ${wish}`,
})

/** Reports a property that is set to a value other than an object; `wish` describes the valid value. */
export function requireObject(
  name: string,
  value: unknown,
  wish: string,
  report: (mistake: ErrorDetail) => void,
): void {
  if (typeof (value ?? {}) !== 'object') report(badProperty(name, wish))
}

/** The mistake of a dictionary that could not be loaded. */
export const noDictionary = (language: string): ErrorDetail => ({
  code: 'language-missing',
  name: 'lang',
  message: `the texts for "${language}" did not come: serve the folder "languages" beside the element's file`,
})

/** The mistake of a request that failed for a reason that the developer can fix. */
export const failed = ({ code, detail }: Refusal): ErrorDetail => ({
  code,
  // A proof that does not fit: most often the page and the BFF know the BFF by different addresses.
  name: /^(network|dpop)/.test(code) ? 'bff-url' : code.startsWith('token') ? 'getToken' : null,
  message: detail,
})

/** Codes of a wrong setup, as opposed to an unreachable server. */
export const isSetup = (code: string): boolean =>
  /^(bff|get|token-(?!un|limited)|dpop|origin|insecure|forbidden|bad|boarding-not|upstream-refused)/.test(
    code,
  )

/** The key of the text for a page that could not start, by fault. */
export type FaultText =
  | 'setup'
  | 'network'
  | 'token-unreachable'
  | 'token-unauthorized'
  | 'token-unavailable'
  | 'token-limited'

/** The text of a fault. Any other problem document means that the BFF is not ready. */
export const faultText = (code: string): FaultText =>
  isSetup(code)
    ? 'setup'
    : code === 'network' || /^token-un|^token-limited/.test(code)
      ? (code as FaultText)
      : code === 'rate-limited'
        ? 'token-limited'
        : 'token-unavailable'

/** Reports each mistake of one element once, on the console and as an event. */
export class Reports {
  readonly #reported = new Set<string>()
  readonly #tag: string
  readonly #dispatch: (mistake: ErrorDetail) => unknown
  readonly #base: () => string | null

  /** `base` returns the URL of the BFF, which serves the catalogue of errors. */
  constructor(tag: string, dispatch: (mistake: ErrorDetail) => unknown, base: () => string | null) {
    this.#tag = tag
    this.#dispatch = dispatch
    this.#base = base
  }

  /** Reports a mistake once. */
  report(mistake: ErrorDetail): void {
    const { code, name, message } = mistake
    const key = code + name
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    const base = this.#base()
    console.error(`<${this.#tag}> ${code}: ${message}` + (base ? ` – ${base}${web.ERRORS_PATH}#${code}` : ''))
    this.#dispatch(mistake)
  }

  /** The page works: an unreachable server is reported again the next time, but a wrong property is not. */
  recovered(): void {
    for (const key of this.#reported) if (!key.startsWith('property')) this.#reported.delete(key)
  }
}
