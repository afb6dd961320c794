// Decides whether a request comes from the dashboard's own page, and reads its cookie. Pure.
import { CHANGE_HEADER } from '@tapboard/contract/dashboard'

/** Whether a method changes nothing. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Whether a request was made by another site, or cannot be proved to come from the page. A browser sends
 * `Sec-Fetch-Site` on https and on this machine, and `Origin` with every request that is not a read; a page of another
 * origin cannot set the header of a change without a preflight.
 */
export function isFromOtherSite(request: Request, ownOrigin: string): boolean {
  const { headers, method } = request
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (origin !== null && origin !== ownOrigin) return true
  if (isRead(method)) return site !== null && site !== 'same-origin' && site !== 'none'
  if (site !== null && site !== 'same-origin') return true
  return (site === null && origin === null) || headers.get(CHANGE_HEADER) !== '1'
}

/** A host that no DNS server decides about: an IP address or `localhost`. */
const FIXED_HOST = /^(?:\d+(?:\.\d+){3}|\[.*\]|(?:.+\.)?localhost)$/

/**
 * Whether a foreign page could have this origin, because the owner of a name can point it at any address (DNS rebinding).
 * On https it would need a certificate of that name.
 */
export function isRebindable(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && !FIXED_HOST.test(hostname)
}

/** Name of the cookie. With the prefix a browser accepts it only from https, for this host and all paths. */
const cookieName = (ownOrigin: string): string =>
  ownOrigin.startsWith('https:') ? '__Host-tapboard-dashboard' : 'tapboard-dashboard'

const TOKEN = /^[a-z2-7]{52}$/

/** The token of the cookie; `null` without one, or if the cookie was sent twice. */
export function tokenOf(headers: Headers, ownOrigin: string): string | null {
  const name = cookieName(ownOrigin)
  const given = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [token] = given
  return given.length === 1 && token !== undefined && TOKEN.test(token) ? token : null
}

/** The header that sets the cookie, or removes it with an empty token. */
export function setCookie(ownOrigin: string, token: string, maxAgeS: number): string {
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(ownOrigin)}=${token}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`
}
