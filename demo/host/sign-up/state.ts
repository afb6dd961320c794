// What the partner's server knows of an application: it asks the BFF. What a page says is never asked.
import { ApplicationSnapshot, web } from '@tapboard/contract'
import type { TokenSource } from '../tokens.ts'

/** Longer than this and the page is better off asking again. */
const TIMEOUT_MS = 3000

/** The application of an applicant: `false` when none was ever begun, `null` when the BFF could not be asked. */
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
