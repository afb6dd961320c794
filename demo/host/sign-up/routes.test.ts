import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Hono } from 'hono'
import { createWebhooks } from '../webhooks.ts'
import type { TokenSource } from '../tokens.ts'
import { HTTP_COOKIES } from '../cookies.ts'
import { storedFile } from '../../stack/stored-file.ts'
import { openSignUpStore } from './sign-up-store.ts'
import { FORMER_PLAN, PLANS } from './plans.ts'
import { addSignUpRoutes } from './routes.ts'

const origin = 'http://127.0.0.1:8800'
const folder = mkdtempSync(join(tmpdir(), 'tapboard-routes-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The partner's server with its requests to the BFF. */
function host(name: string) {
  const grants: { readonly by: string; readonly grant: Record<string, unknown> }[] = []
  const source = (secret: string): TokenSource => ({
    bffUrl: 'http://127.0.0.1:8802',
    secret,
    fetch: async (_, init) => {
      if (typeof init?.body !== 'string') return new Response('{}', { status: 404 })
      grants.push({ by: secret, grant: JSON.parse(init.body) as Record<string, unknown> })
      return Response.json({ token: 't', expiresInSeconds: 900, nonce: 'n' }, { status: 201 })
    },
  })
  const app = new Hono()
  let names = 0
  addSignUpRoutes(
    app,
    {
      book: openSignUpStore(
        storedFile(join(folder, `${name}.json`)),
        () => 0,
        () => `name-${(names += 1)}`,
      ),
      tokens: source('of the partner'),
      lockedTokens: source('of the locked one'),
      hooks: createWebhooks('secret-of-the-partner-server'),
      kept: () => Promise.resolve(null),
      name: () => `name-${(names += 1)}`,
    },
    { origin, page: () => new Response('the page'), cookies: HTTP_COOKIES, waitMs: 1 },
  )
  const ask = async (path: string, cookie = '', body?: object): Promise<Response> =>
    app.fetch(
      new Request(`${origin}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { cookie, origin },
      }),
    )
  const begin = async (scenario: string): Promise<{ applicant: string; cookie: string }> => {
    const answer = await ask('/api/sign-ups', '', { scenario })
    const { applicant } = (await answer.json()) as { applicant: string }
    return { applicant, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  return { ask, begin, grants }
}

test('each visitor gets a separate sign-up and resumes it', async () => {
  const { ask } = host('open')
  const first = await ask('/sign-up/')
  assert.equal(first.status, 302)
  const cookie = first.headers.get('set-cookie') ?? ''
  assert.match(cookie, /^sign-up=name-1; .*HttpOnly; SameSite=Lax$/)
  const path = first.headers.get('location') ?? ''
  assert.equal(await (await ask(path, cookie.split(';')[0])).text(), 'the page')
  assert.equal((await ask('/sign-up/', cookie.split(';')[0])).headers.get('location'), path)
  assert.equal((await ask(path)).headers.get('location'), '/sign-up/')
})

test('plans, agent and applicant of a token come from the server, not from the page', async () => {
  const { ask, begin, grants } = host('grants')
  for (const [scenario, tiers] of [
    ['plans', undefined],
    ['one_plan', [PLANS[1].name]],
    ['no_plan', [FORMER_PLAN]],
  ] as const) {
    const { applicant, cookie } = await begin(scenario)
    const jkt = 'a'.repeat(43)
    const wish = { applicant, jkt, tiers: ['other'], agent: { name: 'Mallory' } }
    assert.equal((await ask('/api/apply-token', cookie, wish)).status, 201)
    const { by, grant } = grants.at(-1) ?? {}
    assert.equal(by, 'of the partner')
    assert.equal(grant?.['applicant'], applicant)
    assert.deepEqual(grant?.['tiers'], tiers)
    assert.deepEqual(grant?.['agent'], { name: 'Robin Vale', email: 'robin@tidewater.example.com' })
    assert.equal(grant?.['jkt'], jkt)
  }
  const { applicant, cookie } = await begin('locked')
  await ask('/api/apply-token', cookie, { applicant })
  assert.equal(grants.at(-1)?.by, 'of the locked one')
})

test('another browser gets neither token nor events nor link of a sign-up', async () => {
  const { ask, begin, grants } = host('others')
  const { applicant } = await begin('plans')
  for (const cookie of ['', 'sign-up=guessed']) {
    assert.equal((await ask('/api/apply-token', cookie, { applicant })).status, 404)
    assert.equal((await ask(`/api/sign-ups/${applicant}/link`, cookie, {})).status, 404)
    for (const path of ['', '/received'])
      assert.equal((await ask(`/api/sign-ups/${applicant}${path}`, cookie)).status, 404)
  }
  assert.deepEqual(grants, [])
})

test('a link resumes the sign-up in another browser', async () => {
  const { ask, begin } = host('link')
  const { applicant, cookie } = await begin('plans')
  const link = (await (await ask(`/api/sign-ups/${applicant}/link`, cookie, {})).json()) as { url: string }
  const joined = await ask(new URL(link.url).pathname)
  assert.equal(joined.headers.get('location'), `/sign-up/${applicant}`)
  const other = joined.headers.get('set-cookie')?.split(';')[0]
  assert.equal((await ask(`/sign-up/${applicant}`, other)).status, 200)
  assert.equal((await ask('/sign-up/continue/guessed')).headers.get('location'), '/sign-up/')
})

test('rejects an unknown scene with the list of scenes', async () => {
  const { ask } = host('scene')
  const answer = await ask('/api/sign-ups', '', { scenario: 'everything' })
  assert.equal(answer.status, 400)
  assert.match(((await answer.json()) as { message: string }).message, /plans, one_plan, no_plan, locked/)
})
