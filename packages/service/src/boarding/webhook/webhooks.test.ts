// Webhooks of status changes: signed, at least once, retried for a day, independent per partner.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { boarding, WEBHOOK_HEADERS } from '@tapboard/contract'
import { judgeWebhook, secretsIn } from '@tapboard/server'
import type { Deliverer } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import type { Outbound, OutboundRequest, OutboundResult } from '../../http/outbound-port.ts'
import type { Tables } from '../../schema/schema.ts'
import { Partner } from '../../testing/boarding.ts'
import { BoardingHarness } from '../../testing/follow-up.ts'
import { llcValues } from '../../testing/application.ts'
import { openWebhookTargets } from './target.ts'
import { createWebhooks } from './webhooks.ts'

const HOUR = 3_600_000
const SECRET = 'secret-of-the-partner-0001'
const URL_ = 'https://partner.example/hooks'
const OK: OutboundResult = { ok: true, status: 204, contentType: '', body: new Uint8Array(), whole: true }
const status = (code: number): OutboundResult => ({ ...OK, status: code })

class Bench {
  readonly one: BoardingHarness
  readonly sent: OutboundRequest[] = []
  answer: (request: OutboundRequest) => OutboundResult | Promise<OutboundResult> = () => OK
  readonly #begun: Deliverer[] = []

  constructor(one: BoardingHarness) {
    this.one = one
  }

  /** A process that sends webhooks. */
  async begin(): Promise<Deliverer> {
    const kernel = await this.one.kernel()
    const outbound: Outbound = {
      send: async (request) => {
        this.sent.push(request)
        const stopped = new Promise<OutboundResult>((resolve) => {
          const stop = (): void => resolve({ ok: false, code: 'stopped' })
          request.signal.addEventListener('abort', stop, { once: true })
        })
        return Promise.race([this.answer(request), stopped])
      },
      close() {},
    }
    const webhooks = createWebhooks({ kernel, targets: openWebhookTargets(kernel), outbound })
    this.#begun.push(webhooks)
    webhooks.begin()
    return webhooks
  }

  /** Submits an application of the partner and changes its status. */
  async move(to: boarding.BoardingStatus, appId?: string): Promise<string> {
    const id = appId ?? (await this.one.submit(`Harbor ${this.one.clock.now()} LLC`))
    const moved = await this.one.partner.service.boarding.applications.move(id, to)
    assert.equal(moved.type, 'moved')
    return id
  }

  events(): boarding.BoardingEvent[] {
    return this.sent.map(({ body = '' }) => boarding.BoardingEvent.parse(JSON.parse(body)))
  }

  async waiting(): Promise<number> {
    const { store } = await this.one.kernel()
    const rows = await store.db
      .selectFrom('service_webhook')
      .select('id')
      .where('next_at_ms', 'is not', null)
      .execute()
    return rows.length
  }

  async stop(): Promise<void> {
    let stopped = false
    const stopping = Promise.all(this.#begun.map((each) => each.drain())).then(() => (stopped = true))
    await this.one.until(() => stopped)
    await stopping
  }
}

const each = (title: string, body: (bench: Bench) => Promise<void>): void =>
  eachEngine<Tables>(title, async (context) => {
    const one = await BoardingHarness.with(context)
    const bench = new Bench(one)
    const { boarding: desk } = one.partner.service
    await desk.setWebhook(one.partner.accountId, { url: URL_, secret: SECRET })
    try {
      await body(bench)
    } finally {
      await bench.stop()
      await one.stop()
    }
  })

each('D-26 sends every status to the partner, signed, with a unique ID', async (bench) => {
  const appId = await bench.move('in_review')
  await bench.begin()
  await bench.one.until(() => bench.sent.length === 1)
  await bench.move('approved', appId)
  await bench.one.until(() => bench.sent.length === 2)
  await bench.one.later(2 * HOUR, HOUR)
  const events = bench.events()
  assert.deepEqual(
    events.map(({ appId: id, applicationStatus, tierName, type }) => [id, applicationStatus, tierName, type]),
    [
      [appId, 'in_review', 'Standard', 'application.status'],
      [appId, 'approved', 'Standard', 'application.status'],
    ],
  )
  assert.deepEqual(
    events.map(({ eventId }) => eventId),
    [`${appId}.2`, `${appId}.3`],
  )
  const [request] = bench.sent
  assert.ok(request !== undefined)
  assert.deepEqual(
    [request.url, request.method, request.headers['content-type']],
    [URL_, 'POST', 'application/json'],
  )
  const { headers, body = '' } = request
  const { [WEBHOOK_HEADERS.id]: id, [WEBHOOK_HEADERS.timestamp]: t } = headers
  const mac = createHmac('sha256', SECRET).update(`${appId}.2.${t}.${body}`).digest('base64')
  assert.deepEqual([id, headers[WEBHOOK_HEADERS.signature]], [`${appId}.2`, `v1,${mac}`])
  assert.ok(Math.abs(Number(t) * 1000 - bench.one.clock.now()) < 3 * HOUR)
  assert.deepEqual(Object.keys(JSON.parse(request.body ?? '') as object).toSorted(), [
    'appId',
    'applicationStatus',
    'createdAt',
    'eventId',
    'tierName',
    'type',
  ])
})

each('sends no webhook for a rejected change or for an account without a target', async (bench) => {
  const { applications } = bench.one.partner.service.boarding
  const appId = await bench.move('declined')
  await applications.move(appId, 'approved')
  await applications.move(appId, 'declined')
  const other = await Partner.join(bench.one.partner.service, 'Other')
  const { body } = await other.submit(llcValues())
  await applications.move(String(body['AppId']), 'approved')
  assert.equal(await bench.waiting(), 1)
})

each("D-26 delivers within a quarter of an hour after a receiver's outage of hours", async (bench) => {
  bench.answer = () => status(503)
  await bench.move('in_review')
  await bench.begin()
  await bench.one.later(3 * HOUR, 60_000)
  const tries = bench.sent.length
  assert.ok(tries >= 12 && tries < 40, `${tries} tries`)
  bench.answer = () => OK
  await bench.one.later(HOUR / 3, 60_000)
  assert.equal(bench.sent.length, tries + 1)
  assert.equal(new Set(bench.events().map(({ eventId }) => eventId)).size, 1)
  assert.equal(await bench.waiting(), 0)
})

each('D-26 retries until the receiver answers 2xx, also after a redirect or rejection', async (bench) => {
  const answers = [301, 302, 303, 304, 307, 308, 400, 410, 300, 204]
  bench.answer = () => status(answers[bench.sent.length - 1] ?? 204)
  await bench.move('in_review')
  await bench.begin()
  await bench.one.later(3 * HOUR, 60_000)
  assert.equal(bench.sent.length, answers.length)
  assert.equal(await bench.waiting(), 0)
})

each('D-26 gives up after 24 hours with a line in the log', async (bench) => {
  bench.answer = () => ({ ok: false, code: 'unreachable' })
  const appId = await bench.move('in_review')
  await bench.begin()
  await bench.one.later(23.5 * HOUR, HOUR / 4)
  assert.equal(await bench.waiting(), 1)
  await bench.one.later(1.5 * HOUR, HOUR / 4)
  const dead = bench.one.lines.filter(({ level }) => level === 'error')
  assert.deepEqual(
    dead.map(({ appId: id, code }) => [id, code]),
    [[appId, 'webhook-unreachable']],
  )
  assert.equal(await bench.waiting(), 0)
  const { length } = bench.sent
  await bench.one.later(2 * HOUR, HOUR / 4)
  assert.equal(bench.sent.length, length)
})

each('a crash after sending and before storing the result resends under the same event ID', async (bench) => {
  await bench.move('approved')
  bench.answer = () => new Promise(() => {})
  await bench.begin()
  await bench.one.until(() => bench.sent.length === 1)
  bench.answer = () => OK
  await bench.begin()
  await bench.one.until(() => bench.sent.length === 2)
  const [first, second] = bench.events()
  assert.deepEqual(first, second)
})

each('INV-16 two processes send each event once', async (bench) => {
  for (let count = 0; count < 10; count += 1) {
    bench.one.clock.jump(1)
    await bench.move('approved')
  }
  await Promise.all([bench.begin(), bench.begin()])
  await bench.one.until(() => bench.sent.length >= 10)
  await bench.one.later(20_000, 1_000)
  assert.equal(bench.sent.length, 10)
  assert.equal(new Set(bench.events().map(({ eventId }) => eventId)).size, 10)
})

each('a hanging receiver does not delay other partners', async (bench) => {
  for (let count = 0; count < 40; count += 1) {
    bench.one.clock.jump(1)
    await bench.move('approved')
  }
  bench.answer = ({ url }) => (url === URL_ ? new Promise(() => {}) : OK)
  await bench.begin()
  await bench.one.until(() => bench.sent.length === 4)
  const { service } = bench.one.partner
  const other = await Partner.join(service, 'Other')
  const url = 'https://other.example/hooks'
  await service.boarding.setWebhook(other.accountId, { url, secret: SECRET })
  const { body } = await other.submit(llcValues())
  await service.boarding.applications.move(String(body['AppId']), 'approved')
  await bench.one.until(() => bench.sent.some((request) => request.url === url))
  assert.equal(bench.sent.length, 5)
})

each('a changed target applies from the next attempt, a removed target ends the attempts', async (bench) => {
  const { boarding: desk } = bench.one.partner.service
  const { accountId } = bench.one.partner
  bench.answer = () => status(500)
  await bench.move('in_review')
  await bench.begin()
  await bench.one.until(() => bench.sent.length === 1)
  await desk.setWebhook(accountId, null)
  await bench.one.later(HOUR, 60_000)
  assert.equal(bench.sent.length, 1)
  const url = 'https://partner.example/new'
  await desk.setWebhook(accountId, { url, secret: 'another-secret-of-partner-2' })
  bench.answer = () => OK
  await bench.one.later(HOUR / 3, 60_000)
  assert.deepEqual([bench.sent.length, bench.sent[1]?.url], [2, url])
})

each('rejects an invalid target with a sentence', async (bench) => {
  const { boarding: desk } = bench.one.partner.service
  const { accountId } = bench.one.partner
  for (const [url, secret] of [
    ['ftp://partner.example/', SECRET],
    ['javascript:alert(1)', SECRET],
    ['https://user:pw@partner.example/', SECRET],
    ['https://partner.example/#a', SECRET],
    ['partner.example', SECRET],
    [`https://partner.example/${'a'.repeat(500)}`, SECRET],
    [URL_, 'short'],
    [URL_, 'with spaces in it, but long enough'],
    [URL_, 'whsec_no-base64-of-the-standard-'],
  ] as const)
    await assert.rejects(desk.setWebhook(accountId, { url, secret }), RangeError, url)
  assert.equal(await desk.webhookUrl(accountId), URL_)
})

const NEXT = 'secret-of-the-partner-0002'

/** The number of signatures of a request, and whether a receiver with this secret accepts it. */
function judged(
  { headers, body = '' }: OutboundRequest,
  secret: string,
  nowMs: number,
): readonly [number, boolean] {
  const signatures = headers[WEBHOOK_HEADERS.signature]?.split(' ') ?? []
  return [signatures.length, judgeWebhook({ body, headers, secret, nowMs }) === null]
}

each(
  'D-149 a new secret of a webhook under load loses no event, whenever the receiver changes its own',
  async (bench) => {
    const { boarding: desk } = bench.one.partner.service
    let [accepted, refused] = [SECRET, 0]
    bench.answer = (request) => {
      if (judged(request, accepted, bench.one.clock.now())[1]) return OK
      refused += 1
      return status(401)
    }
    await bench.begin()
    await bench.begin()
    for (let count = 1; count <= 12; count += 1) {
      const moving = bench.move('in_review')
      if (count === 5) await desk.setWebhook(bench.one.partner.accountId, { url: URL_, secret: NEXT })
      if (count === 9) accepted = NEXT
      await moving
      await bench.one.until(() => bench.sent.length >= count)
    }
    assert.deepEqual([refused, await bench.waiting()], [0, 0])
    const signatures = bench.sent.map((request) => judged(request, NEXT, bench.one.clock.now())[0])
    assert.deepEqual([signatures[0], signatures.at(-1)], [1, 2])
  },
)

each(
  'D-149 the previous secret of a webhook ends after a week, and at once with another address',
  async (bench) => {
    const { accountId, service } = bench.one.partner
    const { boarding: desk } = service
    const targets = openWebhookTargets(await bench.one.kernel())
    const secrets = async (): Promise<readonly string[]> =>
      secretsIn((await targets.get(accountId))?.secret ?? [])
    await desk.setWebhook(accountId, { url: URL_, secret: NEXT })
    assert.deepEqual(await secrets(), [NEXT, SECRET])
    // The same secret again is no rotation.
    await desk.setWebhook(accountId, { url: URL_, secret: NEXT })
    assert.deepEqual(await secrets(), [NEXT, SECRET])
    await bench.one.later(6 * 24 * HOUR, 24 * HOUR)
    assert.deepEqual(await secrets(), [NEXT, SECRET])
    await bench.one.later(24 * HOUR, 24 * HOUR)
    assert.deepEqual(await secrets(), [NEXT])
    await desk.setWebhook(accountId, { url: URL_, secret: SECRET })
    await desk.setWebhook(accountId, { url: 'https://other.example/hooks', secret: NEXT })
    assert.deepEqual(await secrets(), [NEXT])
  },
)
