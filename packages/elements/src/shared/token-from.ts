// The `getToken` of most pages: asks the page's own server and says why there is no token, so that the element can tell the person and try
// again (D-105). Published as `@tapboard/elements/token`, and exported by the one-file builds.
import type { MintedToken } from '@tapboard/contract'
import type { GetToken } from './token-source.ts'

/** How the page's server is asked: the options of `fetch`, but `body`. */
export interface TokenFromOptions extends Omit<RequestInit, 'body' | 'method'> {
  /** Members sent besides the wish, for example the number of the order; a function is called for each token. Never the amount: your server knows it. */
  readonly body?: object | (() => object)
}

/** Why the page's server gave no token. */
export interface NoToken extends Error {
  /** HTTP status; 401 for a sign-in page that a redirect led to. */
  readonly status: number
  readonly response: Response
  /** The answer's JSON; `null` where it has none. */
  readonly data: unknown
}

/**
 * A `getToken` that sends the wish (`kind`, `jkt`, `sale`) as JSON by POST, with the cookies of the page's own origin, and resolves with the
 * JSON of the answer. Rejects with a {@link NoToken} unless the answer is a success.
 */
export const tokenFrom =
  (url: string | URL, { body, headers, ...init }: TokenFromOptions = {}): GetToken =>
  async (wish) => {
    const sent = new Headers(headers)
    sent.set('Content-Type', 'application/json')
    const response = await fetch(url, {
      cache: 'no-store',
      ...init,
      method: 'POST',
      headers: sent,
      body: JSON.stringify({ ...(typeof body === 'function' ? body() : body), ...wish }),
    })
    const { ok, redirected } = response
    const data: unknown = await response.json().catch(() => null)
    if (ok && data) return data as MintedToken
    // A redirect to a page: usually the sign-in page.
    const status = ok ? (redirected ? 401 : 502) : response.status
    const error = new Error(`the answer has no token: ${response.status}`)
    throw Object.assign(error, { status, response, data }) satisfies NoToken
  }
