/** The example processor with a service in front of it, over real sockets. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SIGNATURE_HEADER } from '@tapboard/contract'
import { sign } from '@tapboard/server'
import { llcValues, Partner, Stack } from '../testing.ts'
import { DashboardBrowser } from '../testing/dashboard.ts'
import { serveExampleProcessor } from './serve-processor.ts'

const secret = 'secret-of-the-example-1234'

async function folder(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tapboard-processor-'))
  context.after(() => rm(path, { recursive: true, force: true }))
  return path
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  while (!(await done()))
    if (performance.now() > giveUpAt) assert.fail('the expected condition did not occur')
}

async function post(url: string, path: string, body: object, key: string, signedWith = secret) {
  const text = JSON.stringify(body)
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'idempotency-key': key, [SIGNATURE_HEADER]: sign(signedWith, text, Date.now()) },
    body: text,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

void test('D-26 D-124 a service boards and charges through the example processor', async (context) => {
  const authorizerSecret = 'secret-of-the-authorizer-1'
  const processor = await serveExampleProcessor({ secret, authorizerSecret, port: 0, stepMs: 1 })
  const stack = await Stack.start({
    scriptedTerminals: true,
    processor: { url: `${processor.url}/applications`, secret },
    authorizer: { url: `${processor.url}/authorizations`, secret: authorizerSecret },
  })
  context.after(async () => {
    await stack.stop()
    await processor.close()
  })
  const partner = await Partner.join(stack.service)
  const values = llcValues({ corporateName: 'Harbor Cycle Repair LLC (declined)' })
  const sent = await partner.submit(values, { key: partner.testKey })
  const { deviceId } = await stack.register('FRONT-OK')
  await until(async () => (await stack.call('GET', `/v1/Device/${deviceId}`)).body['status'] === 'CONNECTED')
  for (const [xAmount, status] of [
    ['42.00', 'Approved'],
    ['42.51', 'Declined'],
    ['42.98', 'Approved'],
  ] as const) {
    const started = await stack.initiate(deviceId, `order-${xAmount.replace('.', '-')}`, { xAmount })
    const sessionId = String(started.body['sessionId'])
    assert.equal((await stack.until(sessionId, 'COMPLETED'))['xGatewayStatus'], status, xAmount)
  }
  const appId = String(sent.body['AppId'])
  const { applications } = stack.service.boarding
  await until(async () => (await applications.find(appId))?.status === 'declined')
})

void test('D-129 a service frees the terminal of a charge without an answer, and the example processor reverses it', async (context) => {
  const processor = await serveExampleProcessor({ secret, port: 0 })
  const stack = await Stack.start({
    scriptedTerminals: true,
    authorizer: { url: `${processor.url}/authorizations`, secret },
    timings: { answerMs: 500 },
  })
  context.after(async () => {
    await stack.stop()
    await processor.close()
  })
  const { deviceId } = await stack.register('FRONT-OK')
  await until(async () => (await stack.call('GET', `/v1/Device/${deviceId}`)).body['status'] === 'CONNECTED')
  const started = await stack.initiate(deviceId, 'order-1', { xAmount: '42.97' })
  const sessionId = String(started.body['sessionId'])
  const ended = await stack.until(sessionId, 'ERROR')
  assert.equal('xRefNum' in ended, false)
  const [account] = await stack.service.accounts.listAccounts()
  const owner = await DashboardBrowser.signedIn(stack.service, account?.id ?? '')
  const story = async () => {
    // Real time for the service: a request over a socket.
    await stack.call('GET', '/v1/Device')
    return (await owner.call('GET', `/transactions/${sessionId}`)).body
  }
  await until(async () => (await story())['reversal'] === 'done')
  const steps = (await story())['steps'] as readonly { readonly event: string }[]
  assert.deepEqual(
    steps.map(({ event }) => event),
    ['started', 'prompt_shown', 'card_presented', 'ended', 'reversed'],
  )
  const next = await stack.initiate(deviceId, 'order-2')
  assert.equal((await stack.until(String(next.body['sessionId']), 'COMPLETED'))['xGatewayStatus'], 'Approved')
})

void test('the example processor answers a repeat with its first decision, also after a restart', async (context) => {
  const file = join(await folder(context), 'deep', 'processor.jsonl')
  const charge = { SessionId: 'ses_1', Amount: '42.51', Currency: 'USD' }
  const seen: unknown[] = []
  for (let run = 0; run < 2; run += 1) {
    const { url, close } = await serveExampleProcessor({ secret, port: 0, file })
    for (const Amount of ['42.51', '42.00'])
      seen.push((await post(url, '/authorizations', { ...charge, Amount }, 'ses_1')).body)
    await close()
  }
  assert.deepEqual(seen, Array(4).fill(seen[0]))
  assert.equal((seen[0] as { Status: string }).Status, 'declined')
})

void test('D-129 the example processor reverses a charge, and declines one that arrives after its reversal', async (context) => {
  const { url, close } = await serveExampleProcessor({ secret, port: 0 })
  context.after(close)
  const charge = { SessionId: 'ses_1', Amount: '42.97', Currency: 'USD' }
  const reverse = (key = 'ses_1-reversal') => post(url, '/authorizations/ses_1/reversal', charge, key)
  assert.equal((await post(url, '/authorizations', charge, 'ses_1')).status, 503)
  assert.equal((await post(url, '/authorizations', charge, 'ses_1')).status, 503, 'every answer is lost')
  assert.equal((await reverse('ses_1')).status, 400)
  for (let time = 0; time < 2; time += 1)
    assert.deepEqual(await reverse(), { status: 200, body: { SessionId: 'ses_1', Status: 'reversed' } })
  const late = await post(url, '/authorizations', { ...charge, Amount: '42.00' }, 'ses_1')
  assert.equal(late.body['Status'], 'declined')
})

void test('the example processor rejects every request without a valid signature and key', async (context) => {
  const { url, close } = await serveExampleProcessor({ secret, port: 0 })
  context.after(close)
  const charge = { SessionId: 'ses_1', Amount: '42.00', Currency: 'USD' }
  for (const path of ['/authorizations', '/applications'])
    assert.equal((await post(url, path, charge, 'ses_1', 'another-secret-of-24-characters')).status, 401)
  assert.equal((await post(url, '/authorizations', charge, 'ses_2')).status, 400)
  assert.equal((await post(url, '/authorizations', { ...charge, Amount: 'much' }, 'ses_1')).status, 422)
  assert.equal((await post(url, '/applications', {}, '')).status, 400)
  assert.equal((await post(url, '/elsewhere', {}, '')).status, 404)
  assert.equal((await fetch(`${url}/applications/app_1`)).status, 401)
  const headers = { [SIGNATURE_HEADER]: sign(secret, 'app_1', Date.now()) }
  assert.equal((await fetch(`${url}/applications/app_1`, { headers })).status, 404)
  assert.equal((await fetch(url)).status, 200)
  await assert.rejects(serveExampleProcessor({ secret: 'short', port: 0 }), RangeError)
})
