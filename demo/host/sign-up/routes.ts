// HTTP routes of the partner's sign-up page. The server identifies the applicant by an HttpOnly cookie and
// selects the plans; the page only adds its key's thumbprint (RFC 9449).
import type { Context, Hono } from 'hono'
import { thumbprint, readJson } from '../body.ts'
import type { Cookies } from '../cookies.ts'
import type { Webhooks } from '../webhooks.ts'
import { requestToken, type TokenSource } from '../tokens.ts'
import { beginDraft } from './begin-draft.ts'
import type { SignUp, SignUpStore } from './sign-up-store.ts'
import { isSignUpScenario, sceneOf, SIGN_UPS, type SignUpScenario } from './scenarios.ts'
import { readApplicationState } from './state.ts'

/** Dependencies of the partner's pages. */
export interface SignUpOptions {
  readonly book: SignUpStore
  readonly tokens: TokenSource
  /** Tokens of the partner without boarding permission (§5.2). */
  readonly lockedTokens: TokenSource
  /** Webhooks of the BFF about applications. */
  readonly hooks: Webhooks
  /** Reads an application at the service, numbers with their last digits only; `null` if unavailable. */
  readonly kept: (appId: string) => Promise<object | null>
  /** Creates an unguessable text for a cookie. */
  readonly name: () => string
}

/** Values from the site's server. */
interface SignUpSite {
  readonly cookies: Cookies
  readonly origin: string
  /** The page with its placeholders filled in. */
  readonly page: (path: string, request: Request) => Response
  /** Longest wait of a long poll in ms. */
  readonly waitMs: number
}

const COOKIE = 'sign-up'
const COOKIE_SECONDS = 60 * 86_400
const AGENT = { name: 'Robin Vale', email: 'robin@tidewater.example.com' }
const UNKNOWN = { message: 'There is no such sign-up in this browser.' }

/** Adds pages and routes; the site checks the origin of every POST under `/api`. */
export function addSignUpRoutes(app: Hono, options: SignUpOptions, site: SignUpSite): void {
  const { book, hooks } = options
  const { origin, cookies } = site
  const sessionOf = (c: Context): string => {
    const session = cookies.get(c, COOKIE) ?? options.name()
    cookies.set(c, COOKIE, session, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: COOKIE_SECONDS })
    return session
  }
  const sourceOf = ({ scenario }: SignUp): TokenSource =>
    sceneOf(scenario).locked === true ? options.lockedTokens : options.tokens
  const found = (c: Context): SignUp | undefined =>
    book.find(cookies.get(c, COOKIE), c.req.param('applicant') ?? '')
  const add = async (c: Context, scenario: SignUpScenario): Promise<SignUp> => {
    const made = book.add(sessionOf(c), scenario)
    if (sceneOf(scenario).begun === true) await beginDraft(options.tokens, made.applicant, origin)
    return made
  }

  app.get('/sign-up', (c) => c.redirect('/sign-up/'))
  app.get('/sign-up/', async (c) => {
    const { applicant } = book.newest(cookies.get(c, COOKIE)) ?? (await add(c, 'plans'))
    return c.redirect(`/sign-up/${applicant}`)
  })
  app.get('/sign-up/continue/:code', (c) => {
    const joined = book.join(sessionOf(c), c.req.param('code'))
    return c.redirect(joined === undefined ? '/sign-up/' : `/sign-up/${joined.applicant}`)
  })
  app.get('/sign-up/:applicant', (c) =>
    found(c) === undefined ? c.redirect('/sign-up/') : site.page('/sign-up/index.html', c.req.raw),
  )
  app.post('/webhooks/sign-up', (c) => hooks.receive(c.req.raw))

  app.post('/api/sign-ups', async (c) => {
    const { scenario } = await readJson(c.req.raw)
    return isSignUpScenario(scenario)
      ? c.json(await add(c, scenario), 201)
      : c.json({ message: `scenario must be one of ${Object.keys(SIGN_UPS).join(', ')}.` }, 400)
  })
  app.get('/api/sign-ups/:applicant', async (c) => {
    const signUp = found(c)
    if (signUp === undefined) return c.json(UNKNOWN, 404)
    const application = await readApplicationState(sourceOf(signUp), signUp.applicant)
    const appId = application === null || application === false ? null : application.appId
    return c.json({ ...signUp, application, kept: appId === null ? null : await options.kept(appId) })
  })
  app.get('/api/sign-ups/:applicant/received', async (c) => {
    const signUp = found(c)
    if (signUp === undefined) return c.json(UNKNOWN, 404)
    const after = Number(c.req.query('after') ?? 0)
    return c.json(await hooks.received(signUp.applicant, after, site.waitMs, c.req.raw.signal))
  })
  app.post('/api/sign-ups/:applicant/link', (c) => {
    const signUp = found(c)
    if (signUp === undefined) return c.json(UNKNOWN, 404)
    return c.json({ url: `${origin}/sign-up/continue/${book.invite(signUp.applicant)}` }, 201)
  })
  app.post('/api/apply-token', async (c) => {
    const { applicant, jkt } = await readJson(c.req.raw)
    const signUp = typeof applicant === 'string' ? book.find(cookies.get(c, COOKIE), applicant) : undefined
    if (signUp === undefined) return c.json(UNKNOWN, 404)
    const { tiers } = sceneOf(signUp.scenario)
    const answer = await requestToken(sourceOf(signUp), {
      kind: 'apply',
      applicant: signUp.applicant,
      agent: AGENT,
      ...(tiers === undefined ? {} : { tiers: [...tiers] }),
      origin,
      ...thumbprint(jkt),
    })
    return answer.ok
      ? c.json(answer.minted, 201)
      : c.json({ message: answer.message }, answer.status, answer.headers)
  })
}
