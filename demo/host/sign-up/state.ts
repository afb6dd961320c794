// Reads the application's status from the BFF; the server never trusts the page.
import { ApplicationSnapshot, web } from '@tapboard/contract'
import type { TokenSource } from '../tokens.ts'

/** Request timeout; afterwards the page retries. */
const TIMEOUT_MS = 3000

/** Reads an applicant's application: `false` if there is none, `null` if the BFF is unreachable. */
export async function readApplicationState(
  source: TokenSource,
  applicant: string,
): Promise<ApplicationSnapshot | false | null> {
  const path = web.readApplication.path.replace('{applicant}', encodeURIComponent(applicant))
  try {
    const answer = await source.fetch(`${source.bffUrl}${path}`, {
      headers: { authorization: `Bearer ${source.secret}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 404) return false
    const read = ApplicationSnapshot.safeParse(await answer.json())
    return read.success && answer.status === 200 ? read.data : null
  } catch {
    return null
  }
}
