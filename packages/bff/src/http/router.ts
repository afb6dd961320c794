// Finds the contract row of a request by method and path, without a router of a framework (D-214).
import { OrderId, web } from '@tapboard/contract'
import { refuse, type Refusal } from '../refusal.ts'

export interface Match {
  readonly ok: true
  readonly name: web.WebRouteName
  readonly params: Readonly<Record<string, string>>
}

interface Entry {
  readonly name: web.WebRouteName
  readonly method: string
  readonly pattern: RegExp
}

/** IDs are ours and plain; orders and applicants are the host's own text, percent-encoded; handlers use {@link decodeMember}. */
const memberOf = (name: string): string =>
  name === 'order' || name === 'applicant' ? '[^/]{1,1024}' : '[A-Za-z0-9_.-]{1,64}'
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${memberOf(name)})`)}$`,
  )

const entries: readonly Entry[] = (Object.keys(web.WEB_ROUTES) as web.WebRouteName[]).map((name) => {
  const { method, path } = web.WEB_ROUTES[name]
  return { name, method, pattern: patternOf(path) }
})

const at = (path: string): Entry[] => entries.filter(({ pattern }) => pattern.test(path))

/** The methods of a path, for `Allow` and for a preflight; empty for an unknown path. */
export const methodsOf = (path: string): string[] => at(path).map(({ method }) => method)

/** The route of a method and path, or 404, or 405 with `Allow` (RFC 9110 §15.5.6). HEAD is allowed with GET (§9.1). */
export function findRoute(method: string, path: string): Match | Refusal {
  const found = at(path)
  if (found.length === 0) return refuse('not-found', 'Look the path up in /v1/openapi.json.')
  const wanted = method === 'HEAD' ? 'GET' : method
  const entry = found.find((candidate) => candidate.method === wanted)
  if (entry !== undefined) {
    return { ok: true, name: entry.name, params: { ...entry.pattern.exec(path)?.groups } }
  }
  const allow = [
    ...found.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : one.method)),
    'OPTIONS',
  ].join(', ')
  return refuse('method-not-allowed', `Use one of ${allow}.`, { headers: { allow } })
}

/**
 * The path of a request below the public URL. Removes the prefix if the host kept it (Hono, a plain proxy); its absence
 * is accepted (Express).
 */
export function pathBelow(url: string, prefix: string): string {
  const { pathname } = new URL(url)
  if (prefix !== '' && pathname.startsWith(`${prefix}/`)) return pathname.slice(prefix.length)
  return pathname
}

/** Decodes an order or an applicant of a path; `null` for a value that no token can carry. */
export function decodeMember(encoded: string): string | null {
  try {
    const read = OrderId.safeParse(decodeURIComponent(encoded))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
