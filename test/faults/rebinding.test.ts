// DNS rebinding: the owner of a name changes its answer. Webhooks of partners never reach this machine or its networks, whatever a DNS
// server answers, in which order, and how often. A page whose name was pointed at BFF or service is a foreign page.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createService } from '@tapboard/service'
import { systemClock } from '@tapboard/server'
import { createOutbound } from '../../packages/service/src/http/outbound.ts'
import { llcValues, Partner, TEST_DATA_KEY } from '../../packages/service/src/testing.ts'
import { capturedLog } from '../../packages/service/src/testing/follow-up.ts'
import { receiver } from '../../packages/service/src/testing/receiver.ts'
import { openDeployment } from '../kit/deployment.ts'
import { startDns } from '../kit/dns-server.ts'
import { until } from '../kit/until.ts'

/** A public address by the rules, in a block that IANA has not allocated: no network has a route to it. */
const PUBLIC = '2d00::1'

const PRIVATE = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.1.2.3',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '2001:0:7f00:1::',
  '2002:7f00:1::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
]

/** Answers to the first and the second look-up of a name. */
const SEQUENCES: readonly ((address: string) => readonly (readonly string[])[])[] = [
  (address) => [[address], [address]],
  (address) => [[PUBLIC], [address]],
  (address) => [[address], [PUBLIC]],
  (address) => [
    [PUBLIC, address],
    [address, PUBLIC],
  ],
]

/** Each address in each sequence, by http and https. */
const WAYS = PRIVATE.length * SEQUENCES.length * 2

const NAME = 'webhook.partner.example'
const REQUEST = {
  method: 'POST',
  headers: {},
  body: '{}',
  timeoutMs: 60_000,
  maxBytes: 1_000,
  signal: new AbortController().signal,
} as const
/** Time for a connection that no network carries. */
const TIMEOUT_MS = 50

test(`a name that resolves to this machine in ${WAYS} ways is never connected`, async (context) => {
  const inside = await receiver((response) => response.end('inside'))
  const outbound = createOutbound(systemClock, { publicOnly: true })
  const answers = new Map<string, (readonly string[])[]>()
  const server = await startDns((name) => ({ addresses: answers.get(name)?.shift() ?? [] }))
  context.after(() => {
    server.close()
    outbound.close()
    inside.close()
  })
  const { port } = new URL(inside.url)
  const attack = async (address: string, index: number): Promise<void> => {
    const name = `${index}.${NAME}`
    for (const sequence of SEQUENCES)
      for (const scheme of ['http', 'https']) {
        const given = sequence(address)
        answers.set(name, [...given])
        for (const addresses of given) {
          const isPublic = addresses.includes(PUBLIC)
          const result = await outbound.send({
            ...REQUEST,
            url: `${scheme}://${name}:${port}/`,
            ...(isPublic && { timeoutMs: TIMEOUT_MS }),
          })
          const expected = isPublic ? ['unreachable', 'timeout'] : ['address-refused']
          assert.ok(
            !result.ok && expected.includes(result.code),
            `${addresses.join()}: ${JSON.stringify(result)}`,
          )
        }
      }
  }
  await Promise.all(PRIVATE.map(attack))
  // The sender opens two connections and resolves the name once for each: it checks the address that it connects to.
  assert.deepEqual([server.lookups.length, inside.requests.length], [2 * WAYS, 0])
})

test('an alias of a public name for an internal one is refused, and a name without an address is unreachable', async (context) => {
  const inside = await receiver((response) => response.end('inside'))
  const outbound = createOutbound(systemClock, { publicOnly: true })
  const unchecked = createOutbound(systemClock, { publicOnly: false })
  const server = await startDns((name) => ({
    addresses: name.startsWith('none') ? [] : ['127.0.0.1'],
    alias: 'db.internal',
  }))
  context.after(() => {
    server.close()
    outbound.close()
    unchecked.close()
    inside.close()
  })
  const { port } = new URL(inside.url)
  const asked = (name: string) => ({ ...REQUEST, url: `http://${name}:${port}/` })
  assert.deepEqual(await outbound.send(asked(NAME)), { ok: false, code: 'address-refused' })
  assert.deepEqual(await outbound.send(asked(`none.${NAME}`)), { ok: false, code: 'unreachable' })
  assert.equal(inside.requests.length, 0)
  // Without the rule the same answer connects: the server of this test is the one that is asked.
  assert.ok((await unchecked.send(asked(NAME))).ok)
  assert.equal(inside.requests.length, 1)
})

test('a webhook of a partner whose name moves to this machine is refused', async (context) => {
  const inside = await receiver((response) => response.end('{}'))
  const server = await startDns(() => ({ addresses: ['127.0.0.1'] }))
  const { log, lines } = capturedLog()
  const service = await createService({ store: 'file::memory:', dataKey: TEST_DATA_KEY, log })
  context.after(async () => {
    server.close()
    await service.close()
    inside.close()
  })
  await service.start()
  const partner = await Partner.join(service)
  const { port } = new URL(inside.url)
  const secret = 'a-secret-of-the-webhook-0123456789'
  await service.boarding.setWebhook(partner.accountId, { url: `https://${NAME}:${port}/hook`, secret })
  const { body } = await partner.submit(llcValues())
  await service.boarding.applications.move(String(body['AppId']), 'approved')
  await until('the webhook is refused', () => lines.some(({ code }) => code === 'webhook-address-refused'))
  assert.deepEqual([server.lookups[0], inside.requests.length], [NAME, 0])
})

test('a page whose name was pointed at BFF or service is refused by both', async (context) => {
  const { bff, service, metricsUrl, secrets, close } = await openDeployment()
  context.after(close)
  /** The request of a page at `host`: its own origin is the server that it asks. */
  const ask = async (url: string, method: string, headers: Readonly<Record<string, string>> = {}) => {
    const { port, pathname } = new URL(url)
    const host = `rebound.example:${port}`
    const origin = method === 'GET' ? {} : { origin: `http://${host}` }
    const asked = request({
      host: '127.0.0.1',
      port,
      path: pathname,
      method,
      headers: { host, ...origin, ...headers },
    })
    asked.end(method === 'POST' ? '{}' : undefined)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return [answer.statusCode, answer.headers['access-control-allow-origin']]
  }
  const json = { 'content-type': 'application/json' }
  const host = { ...json, authorization: `Bearer ${secrets.hostSecret}` }
  // A browser sends Sec-Fetch-Site to trustworthy addresses only, so a page on http has neither header in a GET.
  for (const path of ['/v1/checkout', '/v1/desk', '/v1/application', '/v1/sales/sale_1'])
    assert.deepEqual(await ask(`${bff.url}${path}`, 'GET'), [403, undefined], path)
  assert.deepEqual(await ask(`${bff.url}/v1/sales`, 'POST', json), [403, undefined])
  assert.deepEqual(await ask(`${bff.url}/v1/tokens`, 'POST', host), [403, undefined])
  assert.deepEqual(await ask(`${bff.url}/v1/sales`, 'OPTIONS'), [403, undefined])
  assert.deepEqual(await ask(`${service.url}/v1/Device`, 'GET'), [401, undefined])
  assert.deepEqual(await ask(`${service.url}/boarding/GetTiers`, 'POST', json), [403, undefined])
  assert.deepEqual(await ask(`${service.url}/dashboard/api/session`, 'GET'), [403, undefined])
  assert.deepEqual(await ask(`${service.url}/dashboard/api/sign-in`, 'POST', json), [403, undefined])
  assert.deepEqual(await ask(metricsUrl, 'GET'), [200, undefined])
})
