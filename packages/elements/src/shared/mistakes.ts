// What is wrong with the way a page uses an element: for the developer, one sentence each that says what to do. What the
// person sees instead, the element's strings say.
import type { ErrorDetail, Refusal } from './fault.ts'

/** The BFF's base URL without a trailing slash, or `null` when the attribute holds none. */
export function readBase(bffUrl: string, document: string): string | null {
  if (!bffUrl || !URL.canParse(bffUrl, document)) return null
  const { protocol, origin, pathname } = new URL(bffUrl, document)
  return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : null
}

/** `bff-url` is missing or no http(s) URL. */
export const badBase = (value: string): ErrorDetail => ({
  code: 'bff-url-invalid',
  name: 'bff-url',
  message: `bff-url "${value}" must be the URL of your BFF`,
})

/** `getToken` is missing. */
export const NO_GET_TOKEN: ErrorDetail = {
  code: 'get-token-missing',
  name: 'getToken',
  message: 'getToken must be a function that asks your server for a token',
}

/** A property holds something that it cannot. */
export const badProperty = (name: string, wish: string): ErrorDetail => ({
  code: 'property-invalid',
  name,
  message: `${name} must be ${wish}`,
})

/** Reports a property that is set and holds no object; `wish` says what it must be. */
export function requireObject(
  name: string,
  value: unknown,
  wish: string,
  report: (mistake: ErrorDetail) => void,
): void {
  if (typeof (value ?? {}) !== 'object') report(badProperty(name, wish))
}

/** The texts of the page's language could not be loaded. */
export const noDictionary = (language: string): ErrorDetail => ({
  code: 'language-missing',
  name: 'lang',
  message: `the texts for "${language}" did not come: serve the folder "languages" beside the element's file`,
})

/** A request that failed for a reason the developer can mend. */
export const failed = ({ code, detail }: Refusal): ErrorDetail => ({
  code,
  name: code === 'network' ? 'bff-url' : /^(token|dpop)/.test(code) ? 'getToken' : null,
  message: detail,
})

/** Codes that mean the page is set up wrongly rather than that something is out of reach. */
export const isSetup = (code: string): boolean =>
  /^(bff|get|token-(?!un|limited)|dpop|origin|insecure|forbidden|bad|boarding-not|upstream-refused)/.test(
    code,
  )

/** Which of the texts for a page that could not begin belongs to a fault. */
export type FaultText =
  | 'setup'
  | 'network'
  | 'token-unreachable'
  | 'token-unauthorized'
  | 'token-unavailable'
  | 'token-limited'

/** The text of a fault: what answered with another problem is a BFF that is not ready. */
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
  readonly #said = new Set<string>()
  readonly #tag: string
  readonly #tell: (mistake: ErrorDetail) => unknown

  constructor(tag: string, tell: (mistake: ErrorDetail) => unknown) {
    this.#tag = tag
    this.#tell = tell
  }

  /** Reports a mistake once. */
  report(mistake: ErrorDetail): void {
    const key = mistake.code + mistake.name
    if (this.#said.has(key)) return
    this.#said.add(key)
    console.error(`<${this.#tag}> ${mistake.code}: ${mistake.message}`)
    this.#tell(mistake)
  }

  /** The page works: what was out of reach is reported again the next time; a wrong property stays wrong. */
  mended(): void {
    for (const key of this.#said) if (!key.startsWith('property')) this.#said.delete(key)
  }
}

/** Codes that mean that there is no token that may read, though the server may be reached. */
export const isTokenFault = (code: string): boolean => /^(token|dpop|forbidden|origin|get-token)/.test(code)
