// Polls conditions until they hold; the timeout error names the condition.
import { crowding } from './limits.ts'

const LOOK_MS = 20

const LIMIT_MS = 15_000

/** The first result of `look` that is neither `undefined`, `null` nor `false`; throws after `limitMs`, longer on a crowded machine. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  limitMs = LIMIT_MS,
): Promise<T> {
  const endsAt = performance.now() + limitMs * crowding()
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== null && seen !== false) return seen
    if (performance.now() > endsAt) throw new Error(`${what}: not within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
