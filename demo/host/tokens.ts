// Requests a token from the BFF with the host's secret, as every host server does. The grant comes from the
// server's order, never from the page; the page only adds its key's thumbprint (RFC 9449).
import { MintedToken, type TokenGrant } from '@tapboard/contract'

/** Access of the host to its BFF. */
export interface TokenSource {
  readonly bffUrl: string
  /** The host's secret for `POST /v1/tokens`. */
  readonly secret: string
  readonly fetch: typeof fetch
}

/** A token, or an error answer. */
type TokenAnswer =
  | { readonly ok: true; readonly minted: MintedToken }
  | {
      readonly ok: false
      readonly status: 429 | 503
      readonly headers: Readonly<Record<string, string>>
      readonly message: string
    }

/** Request timeout; afterwards the page retries. */
const TIMEOUT_MS = 5000

/** Requests one token for a grant. */
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
      // Retry-After is forwarded; the page retries any other failure by itself.
      status: answer.status === 429 ? 429 : 503,
      headers: wait === null ? {} : { 'retry-after': wait },
      message: `The BFF answered ${answer.status} to a token request.`,
    }
  } catch {
    const message = 'The BFF cannot be reached. Try again in a moment.'
    return { ok: false, status: 503, headers: {}, message }
  }
}
