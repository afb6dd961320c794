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
  /^(bff|get|token|dpop|origin|insecure|forbidden|bad)/.test(code)
