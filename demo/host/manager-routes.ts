// Sign-in and sign-out of managers over HTTP: the session is an HttpOnly, SameSite cookie.
import type { Context, Hono } from 'hono'
import type { Cookies } from './cookies.ts'
import type { Managers } from './managers.ts'

const COOKIE = 'manager'
const OPTIONS = { httpOnly: true, sameSite: 'Strict', path: '/api' } as const

/** ID of the calling manager, or `null`. */
export const managerOf = (managers: Managers, cookies: Cookies, c: Context): string | null =>
  managers.personOf(cookies.get(c, COOKIE))

/** Adds `GET /api/manager`, `POST /api/sign-in` and `POST /api/sign-out`. */
export function addManagerRoutes(app: Hono, managers: Managers, cookies: Cookies): void {
  app.get('/api/manager', (c) => c.json({ person: managerOf(managers, cookies, c) }))

  app.post('/api/sign-in', async (c) => {
    const read: unknown = await c.req.json().catch(() => null)
    const pin = typeof read === 'object' && read !== null && 'pin' in read ? read.pin : null
    const signed = managers.signIn(pin)
    if (!signed.ok)
      return signed.waitSeconds > 0
        ? c.json({ message: 'Too many wrong PINs. Wait five minutes.' }, 429, {
            'retry-after': String(signed.waitSeconds),
          })
        : c.json({ message: 'That is not the PIN.' }, 403)
    cookies.set(c, COOKIE, signed.session, { ...OPTIONS, maxAge: signed.seconds })
    return c.json({ person: managers.personOf(signed.session) })
  })

  app.post('/api/sign-out', (c) => {
    managers.signOut(cookies.get(c, COOKIE))
    cookies.remove(c, COOKIE, OPTIONS)
    return c.json({ person: null })
  })
}
