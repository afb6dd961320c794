// Parses `Prefer: wait` (RFC 7240 §4.3). Pure.

/**
 * Returns the seconds of `Prefer: wait=N`, at most `maxSeconds`; 0: do not wait. The first valid `wait` counts (RFC
 * 7240 §2).
 */
export function waitSeconds(header: string | null, maxSeconds: number): number {
  for (const preference of (header ?? '').split(',')) {
    const match = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:;|$)/i.exec(preference)
    if (match) return Math.min(Number(match[1]), maxSeconds)
  }
  return 0
}
