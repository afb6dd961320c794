// The token of terms that the page itself shows (mode `host` of the BFF).
import type { ErrorDetail } from '../shared/fault.ts'
import type { GetTermsToken } from './step.ts'

/** Asks the page for the token; returns `null` and reports a mistake if it gives none. */
export async function askTermsToken(
  getTermsToken: GetTermsToken,
  request: Parameters<GetTermsToken>[0],
  report: (mistake: ErrorDetail) => void,
): Promise<string | null> {
  try {
    const token: unknown = await getTermsToken(request)
    if (token && typeof token === 'string') return token
    throw new Error('it resolved without a token')
  } catch (error) {
    const message = `getTermsToken did not give a token: ${String(error)}`
    report({ code: 'token-refused', name: 'getTermsToken', message })
    return null
  }
}
