// Reads a resource of the BFF with the host secret: a host's server never trusts the page.
import type * as z from 'zod/mini'
import type { TokenSource } from './tokens.ts'

/** Request timeout; afterwards the page retries. */
const TIMEOUT_MS = 3000

/** Reads the resource at a path: `false` if the BFF does not have it, `null` if the BFF is unreachable or its answer is invalid. */
export async function readFromBff<T>(
  { bffUrl, secret, fetch }: TokenSource,
  path: string,
  schema: z.ZodMiniType<T>,
): Promise<T | false | null> {
  try {
    const answer = await fetch(`${bffUrl}${path}`, {
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 404) return false
    const read = schema.safeParse(await answer.json())
    return read.success && answer.status === 200 ? read.data : null
  } catch {
    return null
  }
}
