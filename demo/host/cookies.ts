// Identifies browsers by a cookie that no script reads. A port, because a browser's `Response` drops the
// header: when this server runs inside of the page there is one browser, and the server holds the cookies
// itself.
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

interface CookieOptions {
  readonly httpOnly: true
  readonly sameSite: 'Lax' | 'Strict'
  readonly path: string
  /** Lifetime in seconds; without it the cookie ends with the browser. */
  readonly maxAge?: number
}

/** Reads and writes the caller's cookies. */
export interface Cookies {
  get(context: Context, name: string): string | undefined
  set(context: Context, name: string, value: string, options: CookieOptions): void
  remove(context: Context, name: string, options: CookieOptions): void
}

export const HTTP_COOKIES: Cookies = {
  get: (context, name) => getCookie(context, name),
  set: (context, name, value, options) => setCookie(context, name, value, options),
  remove: (context, name, options) => void deleteCookie(context, name, options),
}
