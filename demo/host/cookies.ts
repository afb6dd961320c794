// Where the host's server keeps who a browser is: a cookie that no script reads. A port, because a browser's own `Response` drops
// the header: where this server runs inside of the page, there is one browser, and its jar is beside the server.
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** How a cookie is set. */
export interface CookieOptions {
  readonly httpOnly: true
  readonly sameSite: 'Lax' | 'Strict'
  readonly path: string
  /** Seconds. */
  readonly maxAge?: number
}

/** The cookies of whoever asks. */
export interface Cookies {
  get(context: Context, name: string): string | undefined
  set(context: Context, name: string, value: string, options: CookieOptions): void
  remove(context: Context, name: string, options: CookieOptions): void
}

/** Cookies over HTTP. */
export const HTTP_COOKIES: Cookies = {
  get: (context, name) => getCookie(context, name),
  set: (context, name, value, options) => setCookie(context, name, value, options),
  remove: (context, name, options) => void deleteCookie(context, name, options),
}
