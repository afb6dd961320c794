// Asks the BFF for a token, over HTTP, with the host's secret: the few lines that every host server writes. What is
// granted comes from the server's own order, never from the page; the page adds only its key's thumbprint (RFC 9449).
import { MintedToken, type TokenGrant } from '@tapboard/contract'

/** How the host reaches its BFF. */
export interface TokenSource {
  readonly bffUrl: string
  /** The host's own secret of `POST /v1/tokens`. */
  readonly secret: string
  readonly fetch: typeof fetch
}

/** A token, or the status, headers and sentence to answer instead. */
export type TokenAnswer =
  | { readonly ok: true; readonly minted: MintedToken }
  | {
      readonly ok: false
      readonly status: 429 | 503
      readonly headers: Readonly<Record<string, string>>
      readonly message: string
    }

/** Longer than this and the page is better off trying again. */
const TIMEOUT_MS = 5000

/** Gets one token for one grant. */
export async function requestToken(source: TokenSource, grant: TokenGrant): Promise<TokenAnswer> {
  try {
    const answer = await source.fetch(`${source.bffUrl}/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${source.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(grant),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const read = MintedToken.safeParse(await answer.json())
    if (read.success && answer.status === 201) return { ok: true, minted: read.data }
    const wait = answer.headers.get('retry-after')
    return {
      ok: false,
      // The page waits as long as the BFF asks, and tries again by itself after anything else.
      status: answer.status === 429 ? 429 : 503,
      headers: wait === null ? {} : { 'retry-after': wait },
      message: `The BFF answered ${answer.status} to a token request.`,
    }
  } catch {
    const message = 'The BFF cannot be reached. Try again in a moment.'
    return { ok: false, status: 503, headers: {}, message }
  }
}
