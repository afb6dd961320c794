// Tokens of the back office: a signed-in manager sees all sales of the shop, settles those of unknown result, and refunds one.
import type { Hono } from 'hono'
import type { TokenGrant } from '@tapboard/contract'
import { readJson, thumbprint } from './body.ts'
import type { Cookies } from './cookies.ts'
import { managerOf } from './manager-routes.ts'
import type { Managers } from './managers.ts'
import { refundGrantOf } from './refund-routes.ts'
import { requestToken, type TokenSource } from './tokens.ts'

/** Dependencies of the back office. */
interface BackOfficeOptions {
  readonly managers: Managers
  readonly cookies: Cookies
  readonly tokens: TokenSource
  /** Origin of the site, which tokens are bound to. */
  readonly origin: string
  /** Time zone of the shop. */
  readonly timeZone: string
}

/** The grant that a manager gets; `null` for another kind of token. */
function grantOf(
  { origin, timeZone }: BackOfficeOptions,
  asked: Readonly<Record<string, unknown>>,
  person: string,
): TokenGrant | null {
  const bound = { person, origin, ...thumbprint(asked['jkt']) }
  const { kind, order, sale } = asked
  if (kind === 'desk') return { kind, rights: ['view', 'resolve', 'refund'], timeZone, ...bound }
  // The BFF refuses a sale of another merchant or order, and more than is left of it.
  if (kind === 'refund' && typeof order === 'string') return refundGrantOf(asked, order, person, origin)
  return kind === 'resolve' && typeof sale === 'string' ? { kind, sale, ...bound } : null
}

/** Adds `POST /api/back-office/token`, which only a signed-in manager may call. */
export function addBackOfficeRoutes(app: Hono, options: BackOfficeOptions): void {
  const { managers, cookies, tokens } = options
  app.post('/api/back-office/token', async (c) => {
    const person = managerOf(managers, cookies, c)
    if (person === null) return c.json({ message: 'Sign in as a manager first.' }, 403)
    const grant = grantOf(options, await readJson(c.req.raw), person)
    if (grant === null) return c.json({ message: 'The back office has no such token.' }, 404)
    const answer = await requestToken(tokens, grant)
    return answer.ok
      ? c.json(answer.minted, 201)
      : c.json({ message: answer.message }, answer.status, answer.headers)
  })
}
