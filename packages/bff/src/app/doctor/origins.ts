// Checks whether browsers let the pages of a merchant call the BFF.
import { about, type Finding } from './finding.ts'

const isHere = (url: URL): boolean => /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(url.hostname)

/** Checks the origins of one merchant against the URL of the BFF. */
export function examineOrigins(merchant: string, origins: readonly string[], publicUrl: string): Finding[] {
  const { ok, warn, fail } = about(`origins (${merchant})`)
  const bff = new URL(publicUrl)
  const findings = origins.flatMap((origin): Finding[] => {
    const page = new URL(origin)
    if (page.protocol === 'http:' && !isHere(page))
      return [
        fail(
          'insecure-context',
          `${origin} is not a secure context, so its pages cannot create keys: serve them over https and list that origin.`,
        ),
      ]
    if (page.protocol === 'https:' && bff.protocol === 'http:' && !isHere(bff))
      return [
        fail(
          'config-invalid',
          `A page of ${origin} cannot call ${bff.origin}: give the BFF an https address.`,
        ),
      ]
    if (isHere(page) !== isHere(bff))
      return [
        warn(
          'config-invalid',
          `${origin} and ${bff.origin} are not on the same machine: browsers of other machines cannot reach localhost.`,
        ),
      ]
    return []
  })
  return findings.length > 0 ? findings : [ok(origins.join(', '))]
}
