import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { web, type Attestation, type StartSale } from '@tapboard/contract'
import { SALE, ScriptedBff } from '../testing/scripted-bff.ts'
import { Client } from './client.ts'
import { TokenSource, type GetToken } from './token-source.ts'

const NEVER = new AbortController().signal

interface Stage {
  readonly bff: ScriptedBff
  readonly client: Client
  readonly tokens: TokenSource
  readonly asked: string[]
  getToken: GetToken
  now: number
}

function stage(getToken?: GetToken): Stage {
  const bff = new ScriptedBff()
  bff.sale = SALE
  const asked: string[] = []
  const counted: GetToken = async (wish) => {
    asked.push(wish.kind)
    return getToken ? getToken(wish) : { token: `t${asked.length}`, expiresInSeconds: 900, nonce: 'first' }
  }
  const tokens = new TokenSource({ now: () => made.now, getToken: () => made.getToken })
  const made: Stage = {
    bff,
    asked,
    tokens,
    getToken: counted,
    now: 0,
    client: new Client({ base: 'https://pay.test', fetch: bff.fetch, tokens }),
  }
  return made
}

const START: StartSale = { order: 'o-1', attempt: 1, amountMinor: 4200, currency: 'USD', deviceId: 'dev_1' }
const UNPAID: Attestation = { outcome: 'unpaid' }

const read = ({ client }: Stage) => client.call(web.getSale, { id: 'sale_1', signal: NEVER })
const start = ({ client }: Pick<Stage, 'client'>) =>
  client.call(web.startSale, { body: START, signal: NEVER })
const resolve = ({ client }: Stage) =>
  client.call(web.resolveSale, { id: 'sale_1', body: UNPAID, signal: NEVER })
interface Claims {
  readonly nonce?: string
  readonly jti: string
  readonly bh?: string
}
const claimsOf = (proof: string | null): Claims =>
  JSON.parse(Buffer.from((proof ?? '').split('.')[1] ?? '', 'base64url').toString()) as Claims
const nonceOf = (proof: string | null): unknown => claimsOf(proof).nonce

test('makes one key: at once where the element prepares it, else for the first request', async (t) => {
  const made = t.mock.method(crypto.subtle, 'generateKey')
  const prepared = stage()
  prepared.tokens.prepare()
  assert.equal(made.mock.callCount(), 1)
  assert.ok((await read(prepared)).ok)
  assert.equal(made.mock.callCount(), 1)
  assert.ok((await read(stage())).ok)
  assert.equal(made.mock.callCount(), 2)
})

test('requests a token once and uses it until shortly before its expiry', async () => {
  const on = stage()
  assert.deepEqual(await read(on), { ok: true, status: 200, value: SALE })
  on.now = 879_000
  await read(on)
  assert.deepEqual(on.asked, ['sale'])
  on.now = 880_000
  await read(on)
  assert.deepEqual(on.asked, ['sale', 'sale'])
})

test('two concurrent requests share one token', async () => {
  const on = stage()
  await Promise.all([read(on), read(on)])
  assert.deepEqual(on.asked, ['sale'])
})

test('takes a new nonce and repeats the request once', async () => {
  const on = stage()
  let refused = 0
  on.bff.handler = () => (refused++ ? null : on.bff.problem('dpop-nonce', {}, { 'DPoP-Nonce': 'second' }))
  assert.equal((await read(on)).ok, true)
  assert.deepEqual(
    on.bff.requests.map(({ headers }) => nonceOf(headers.get('DPoP'))),
    ['first', 'second'],
  )
  assert.deepEqual(on.asked, ['sale'])
})

test('P22 every repeat of a start has a proof of its own over the same body', async () => {
  const on = stage()
  let answered = 0
  on.bff.handler = () => {
    answered += 1
    if (answered === 1) return on.bff.problem('dpop-nonce', {}, { 'DPoP-Nonce': 'second' })
    if (answered === 2) return on.bff.problem('token-expired')
    return on.bff.problem('store-unavailable')
  }
  await start(on)
  await start(on)
  const proofs = on.bff.requests.map(({ headers }) => claimsOf(headers.get('DPoP')))
  assert.equal(proofs.length, 4)
  assert.equal(new Set(proofs.map(({ jti }) => jti)).size, 4)
  const bh = createHash('sha256').update(JSON.stringify(START)).digest('base64url')
  assert.deepEqual(
    proofs.map((proof) => proof.bh),
    [bh, bh, bh, bh],
  )
})

test('P66 renews an expired token once and reports a second rejection', async () => {
  const on = stage()
  on.bff.handler = () => on.bff.problem('token-expired')
  const answer = await read(on)
  assert.equal(!answer.ok && answer.code, 'token-expired')
  assert.deepEqual(on.asked, ['sale', 'sale'])
  assert.equal(on.bff.requests.length, 2)
})

test('P66 drops a token of another order or page: the next request asks for a new one', async () => {
  for (const code of ['forbidden', 'origin-not-allowed', 'sale-not-found'] as const) {
    const on = stage()
    on.bff.handler = ({ headers }) =>
      headers.get('Authorization') === 'DPoP t1' ? on.bff.problem(code) : null
    const answer = await read(on)
    assert.equal(!answer.ok && answer.code, code)
    assert.equal(on.bff.requests.length, 1)
    assert.equal((await read(on)).ok, true)
    assert.deepEqual(on.asked, ['sale', 'sale'])
  }
})

test('P66 a slow getToken is called once, its late token is used, and each request times out on its own', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<string>()
  const on = stage(() => promise)
  const stop = new AbortController()
  const given = on.client.call(web.getSale, { id: 'sale_1', signal: stop.signal })
  const patient = read(on)
  while (!on.asked.length) await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  const refused = await given
  assert.equal(!refused.ok && refused.code, 'token-unreachable')
  answer('late')
  assert.equal((await patient).ok, true)
  assert.equal((await read(on)).ok, true)
  assert.deepEqual(on.asked, ['sale'])
  assert.equal(on.bff.requests[0]?.headers.get('Authorization'), 'DPoP late')
})

test('P22 follows no redirect: token, proof and body reach no other server', async (context) => {
  const reached: string[] = []
  const listen = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    context.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const elsewhere = await listen(({ method, url }, response) => {
    reached.push(`${method} ${url}`)
    response.end(JSON.stringify(SALE))
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const base = await listen((_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/v1/sales` }).end()
    })
    const client = new Client({ base, fetch, tokens: stage().tokens })
    const answers = [await client.call(web.getCheckout, { signal: NEVER }), await start({ client })]
    for (const answer of answers) {
      assert.deepEqual(!answer.ok && [answer.code, answer.heard], ['network', false], `${status}`)
    }
  }
  assert.deepEqual(reached, [])
})

test('reports a page that gives no token, and sends nothing', async () => {
  for (const wrong of [
    async () => '',
    async () => Promise.reject(new Error('no')),
    () => undefined as never,
  ]) {
    const on = stage(wrong)
    const answer = await read(on)
    assert.equal(!answer.ok && answer.code, 'token-refused')
    assert.equal(on.bff.requests.length, 0)
  }
})

test('accepts a plain token without nonce or expiry', async () => {
  const on = stage(async () => 'plain')
  assert.equal((await read(on)).ok, true)
  assert.equal(on.bff.requests[0]?.headers.get('Authorization'), 'DPoP plain')
})

test('rejects an answer that does not match the contract', async () => {
  const on = stage()
  for (const wrong of [
    new Response('<html>'),
    on.bff.json({ ...SALE, state: 'fine' }),
    new Response('{', { status: 404 }),
  ]) {
    on.bff.handler = () => wrong.clone()
    const answer = await read(on)
    assert.deepEqual([!answer.ok && answer.code, !answer.ok && answer.heard], ['bad-answer', false])
  }
})

test('an answer whose body ends early is network: the BFF ended, and its answer is not known', async () => {
  const on = stage()
  const sent = JSON.stringify(SALE)
  let ended = false
  on.bff.handler = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          if (ended) controller.error(new TypeError('terminated'))
          else controller.enqueue(new TextEncoder().encode(sent.slice(0, 20)))
          ended = true
        },
      }),
      { status: 200, headers: { 'Content-Type': 'application/json' } },
    )
  const answer = await read(on)
  assert.ok(!answer.ok && answer.code === 'network', JSON.stringify(answer))
  assert.equal(answer.heard, false)
  on.bff.handler = () => new Response(sent.slice(0, 20), { status: 200 })
  const cut = await read(on)
  assert.ok(!cut.ok && cut.code === 'bad-answer', JSON.stringify(cut))
})

test('D-105 reports the answer of a gateway as an unreachable or busy BFF', async () => {
  for (const [status, code] of [
    [502, 'network'],
    [503, 'network'],
    [504, 'network'],
    [429, 'rate-limited'],
  ] as const) {
    const on = stage()
    on.bff.handler = () => new Response('<html>', { status, headers: { 'Retry-After': '3' } })
    const answer = await read(on)
    assert.deepEqual(!answer.ok && [answer.code, answer.heard, answer.retryAfterMs], [code, false, 3_000])
  }
})

test('D-105 requests a token of a superseded grant again once for a read, and never for a start', async () => {
  const on = stage()
  on.bff.handler = ({ headers }) =>
    headers.get('Authorization') === 'DPoP t1' ? on.bff.problem('grant-superseded') : null
  assert.equal((await read(on)).ok, true)
  assert.deepEqual(on.asked, ['sale', 'sale'])
  const other = stage()
  other.bff.handler = () => other.bff.problem('grant-superseded')
  const sent = await start(other)
  assert.equal(!sent.ok && sent.code, 'grant-superseded')
  assert.deepEqual([other.asked.length, other.bff.requests.length], [1, 1])
  const twice = await read(other)
  assert.equal(!twice.ok && twice.code, 'grant-superseded')
  assert.deepEqual([other.asked.length, other.bff.requests.length], [3, 3])
})

test('a renewal drops every token, and one requested for the old order is not kept', async () => {
  const answers: ((token: string) => void)[] = []
  const on = stage(() => new Promise((resolve) => answers.push(resolve)))
  const asked = (times: number) => async () => {
    while (answers.length < times) await new Promise((resolve) => setImmediate(resolve))
  }
  const old = read(on)
  await asked(1)()
  on.tokens.renew()
  const fresh = read(on)
  await asked(2)()
  answers[1]!('new')
  await fresh
  answers[0]!('old')
  await old
  await read(on)
  assert.deepEqual(
    on.bff.requests.map(({ headers }) => headers.get('Authorization')),
    ['DPoP new', 'DPoP old', 'DPoP new'],
  )
  on.tokens.renew()
  const later = read(on)
  await asked(3)()
  answers[2]!('newest')
  await later
  assert.equal(on.bff.requests.at(-1)?.headers.get('Authorization'), 'DPoP newest')
})

test('V5 calls another getToken before the next request', async () => {
  const on = stage()
  await read(on)
  on.getToken = async () => 'other'
  await read(on)
  await read(on)
  assert.deepEqual(
    on.bff.requests.map(({ headers }) => headers.get('Authorization')),
    ['DPoP t1', 'DPoP other', 'DPoP other'],
  )
})

test('the failure of an earlier token request does not undo a renewal', async () => {
  const answers: PromiseWithResolvers<string>[] = []
  const on = stage(() => {
    answers.push(Promise.withResolvers<string>())
    return answers.at(-1)!.promise
  })
  const old = read(on)
  while (answers.length < 1) await new Promise((resolve) => setImmediate(resolve))
  on.tokens.renew()
  const fresh = read(on)
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve))
  answers[1]!.resolve('new')
  await fresh
  answers[0]!.reject(new Error('the old order is gone'))
  assert.equal((await old).ok, false)
  await read(on)
  assert.equal(on.asked.length, 2)
})

test('two requests after the expiry of a token share the new one', async () => {
  const on = stage()
  await read(on)
  on.now = 900_000
  await Promise.all([read(on), read(on)])
  assert.deepEqual(on.asked, ['sale', 'sale'])
})

test('a person who does not sign in in time may not decide', async () => {
  for (const name of ['AbortError', 'TimeoutError']) {
    const on = stage(() => Promise.reject(new DOMException('closed', name)))
    const answer = await resolve(on)
    assert.equal(!answer.ok && answer.code, 'token-refused')
  }
})

test('reports a problem with its code, its wait and the sale in the way', async () => {
  const on = stage()
  on.bff.handler = () => on.bff.problem('sale-open', { sale: SALE }, { 'Retry-After': '2' })
  const answer = await read(on)
  assert.ok(!answer.ok)
  assert.deepEqual(
    [answer.code, answer.heard, answer.retryAfterMs, answer.sale],
    ['sale-open', true, 2000, SALE],
  )
})

test('reports a missing answer as network, with an unknown effect', async () => {
  const on = stage()
  on.bff.offline = true
  const answer = await read(on)
  assert.deepEqual([!answer.ok && answer.code, !answer.ok && answer.heard], ['network', false])
})

test('requests a resolve token with its sale, for each request anew, and keeps it separate', async () => {
  const wishes: object[] = []
  const on = stage(async (wish) => {
    wishes.push(wish)
    return { token: `for-${wish.kind}-${wishes.length}`, expiresInSeconds: 120, nonce: 'n' }
  })
  on.bff.handler = () => on.bff.problem('device-not-free')
  await resolve(on)
  await resolve(on)
  on.bff.handler = null
  await read(on)
  assert.deepEqual(
    wishes.map((wish) => ({ ...wish, jkt: '' })),
    [
      { kind: 'resolve', jkt: '', sale: 'sale_1' },
      { kind: 'resolve', jkt: '', sale: 'sale_1' },
      { kind: 'sale', jkt: '' },
    ],
  )
  assert.deepEqual(
    on.bff.requests.map(({ headers }) => headers.get('Authorization')),
    ['DPoP for-resolve-1', 'DPoP for-resolve-2', 'DPoP for-sale-3'],
  )
})

test('a new nonce does not make the page identify the person again', async () => {
  const on = stage()
  let refused = 0
  on.bff.handler = () => (refused++ ? null : on.bff.problem('dpop-nonce', {}, { 'DPoP-Nonce': 'second' }))
  assert.equal((await resolve(on)).ok, true)
  assert.deepEqual(on.asked, ['resolve'])
})
