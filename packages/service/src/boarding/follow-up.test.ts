// Applications after their submission, end to end: over real sockets, in the sandbox, across a restart; no
// regulated value is left behind.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { boarding } from '@tapboard/contract'
import { eachEngine } from '@tapboard/store/testing'
import type { ServiceOptions } from '../app/open-kernel.ts'
import type { Tables } from '../schema/schema.ts'
import { createService, type Service } from '../app/service.ts'
import { llcValues, TEST_DATA_KEY } from '../testing/application.ts'
import { Partner } from '../testing/boarding.ts'
import { BoardingHarness, capturedLog } from '../testing/follow-up.ts'
import { answerJson, receiver } from '../testing/receiver.ts'

const SECRET = 'secret-of-the-partner-0001'
const PROCESSOR = 'secret-of-the-processor-1'

/** Waits in real time, because the test uses real sockets. */
async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  while (!(await done())) {
    if (performance.now() > giveUpAt) assert.fail('the expected condition did not occur')
    await pause(10)
  }
}

async function withService(options: Partial<ServiceOptions>, body: (service: Service) => Promise<void>) {
  const service = await createService({ store: 'file::memory:', dataKey: TEST_DATA_KEY, ...options })
  try {
    await service.start()
    await body(service)
  } finally {
    await service.close()
  }
}

const eachHarness = (title: string, body: (one: BoardingHarness) => Promise<void>): void =>
  eachEngine<Tables>(title, async (context) => {
    const one = await BoardingHarness.with(context)
    try {
      await body(one)
    } finally {
      await one.stop()
    }
  })

eachHarness("D-26 a sandbox application follows the script of its name's suffix", async (one) => {
  await (await one.process()).start()
  const { testKey, service } = one.partner
  const ends: Record<string, string> = {}
  for (const end of ['LLC', '(review)', '(declined)', '(more information)'])
    ends[end] = await one.submit(`Harbor ${end}`, testKey)
  const all = () => Promise.all(Object.values(ends).map((appId) => one.status(appId)))
  assert.deepEqual(await all(), ['received', 'received', 'received', 'received'])
  await one.later(5_000, 1_000)
  assert.deepEqual(await all(), ['in_review', 'in_review', 'in_review', 'in_review'])
  await one.later(4_000, 1_000)
  assert.deepEqual(await all(), ['approved', 'in_review', 'declined', 'action_required'])
  await one.later(60_000, 5_000)
  assert.deepEqual(await all(), ['approved', 'in_review', 'declined', 'action_required'])
  const by = await one.partner.post('GetApplication', { ApiKey: testKey, AppId: ends['(declined)'] })
  assert.equal(boarding.getApplication.answers[200].parse(by.body).ApplicationStatus, 'declined')
  // The requested information arrived: an operator continues the review, and the script does not undo it.
  await service.boarding.applications.move(ends['(more information)'] ?? '', 'in_review')
  await one.later(60_000, 5_000)
  assert.equal(await one.status(ends['(more information)'] ?? ''), 'in_review')
})

eachHarness('D-26 a sandbox application continues after a restart', async (one) => {
  const first = await one.process()
  await first.start()
  const appId = await one.submit('Harbor LLC', one.partner.testKey)
  await one.later(5_000, 1_000)
  assert.equal(await one.status(appId), 'in_review')
  await first.close()
  await one.later(3_600_000)
  assert.equal(await one.status(appId), 'in_review')
  await (await one.process()).start()
  await one.until(async () => (await one.status(appId)) === 'approved')
})

eachHarness('applications stay received while the sandbox processor is down', async (one) => {
  const sandboxProcessor = one.processor
  one.processor.onSend = () => ({ type: 'unknown', code: 'processor-unreachable' })
  await (await one.process({ sandboxProcessor })).start()
  const appId = await one.submit('Harbor LLC', one.partner.testKey)
  await one.later(600_000, 60_000)
  assert.equal(await one.status(appId), 'received')
  assert.ok(one.processor.sent.length > 3)
})

void test("D-26 a submission reaches an HTTP processor, and its decision the partner's webhook", async () => {
  let decision = 'in_review'
  const processor = await receiver((response, { method, path, body }) => {
    if (method === 'POST') {
      const { AppId } = JSON.parse(body) as { AppId: string }
      answerJson(response, { AppId, Reference: 'p-1', ApplicationStatus: decision }, 202)
    } else answerJson(response, { AppId: path.split('/').at(-1), ApplicationStatus: decision })
  })
  const hooks = await receiver((response) => response.writeHead(204).end())
  const options = { processor: { url: `${processor.url}/in`, secret: PROCESSOR }, privateWebhooks: true }
  try {
    await withService(options, async (service) => {
      const partner = await Partner.join(service)
      await service.boarding.setWebhook(partner.accountId, { url: `${hooks.url}/hook`, secret: SECRET })
      decision = 'approved'
      const sent = await partner.submit(llcValues())
      const appId = String(sent.body['AppId'])
      await until(() => hooks.requests.length === 1)
      const [hook] = hooks.requests
      assert.ok(hook !== undefined)
      const event = boarding.BoardingEvent.parse(JSON.parse(hook.body))
      assert.deepEqual([event.appId, event.applicationStatus, hook.path], [appId, 'approved', '/hook'])
      const [, t = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(String(hook.headers['x-tapboard-signature'])) ?? []
      assert.equal(v1, createHmac('sha256', SECRET).update(`${t}.${hook.body}`).digest('hex'))
      assert.deepEqual(
        processor.requests.map(({ method, path, headers }) => [method, path, headers['idempotency-key']]),
        [['POST', '/in', appId]],
      )
      assert.equal((JSON.parse(processor.requests[0]?.body ?? '') as { TaxId: string }).TaxId, '581234509')
    })
  } finally {
    processor.close()
    hooks.close()
  }
})

void test('sends a webhook to this machine only if the configuration allows it', async () => {
  const hooks = await receiver((response) => response.end())
  const { log, lines } = capturedLog()
  try {
    await withService({ log }, async (service) => {
      const partner = await Partner.join(service)
      await service.boarding.setWebhook(partner.accountId, { url: hooks.url, secret: SECRET })
      const { body } = await partner.submit(llcValues())
      await service.boarding.applications.move(String(body['AppId']), 'approved')
      await until(() => lines.some(({ code }) => code === 'webhook-address-refused'))
      assert.equal(hooks.requests.length, 0)
    })
  } finally {
    hooks.close()
  }
})

void test('P40 P42 no regulated value is left in a file or a log line on the way to the processor and back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-follow-up-'))
  let healthy = false
  const processor = await receiver((response, { body }) => {
    const { AppId } = JSON.parse(body) as { AppId: string }
    if (healthy) answerJson(response, { AppId, ApplicationStatus: 'declined' })
    // A processor that echoes the request.
    else response.writeHead(400, { 'content-type': 'application/json' }).end(body)
  })
  const hooks = await receiver((response) => response.writeHead(500).end())
  const { log, lines } = capturedLog()
  const values = llcValues()
  const secrets = [
    values.taxId,
    values.banking.accountNumber,
    values.banking.routingNumber,
    ...values.signers.flatMap(({ ssn, dateOfBirth }) => [ssn, dateOfBirth]),
    SECRET,
    PROCESSOR,
  ]
  const options = {
    store: `file:${join(folder, 'service.db')}`,
    processor: { url: processor.url, secret: PROCESSOR },
    privateWebhooks: true,
    log,
  }
  const search = async (): Promise<void> => {
    const files = await readdir(folder)
    assert.ok(files.includes('service.db'))
    for (const file of files) {
      const bytes = await readFile(join(folder, file), 'latin1')
      for (const secret of secrets) assert.equal(bytes.includes(secret), false, `${file} holds ${secret}`)
    }
    const said = JSON.stringify(lines)
    for (const secret of secrets) assert.equal(said.includes(secret), false, `the log holds ${secret}`)
  }
  try {
    await withService(options, async (service) => {
      const partner = await Partner.join(service)
      await service.boarding.setWebhook(partner.accountId, { url: hooks.url, secret: SECRET })
      const appId = String((await partner.submit(values)).body['AppId'])
      await until(() => lines.some(({ code }) => code === 'processor-400'))
      healthy = true
      await until(async () => (await service.boarding.applications.find(appId))?.status === 'declined')
      await until(() => lines.some(({ code }) => code === 'webhook-500'))
      assert.ok(processor.requests[0]?.body.includes(values.taxId), 'the processor has what we look for')
      assert.ok((await readdir(folder)).includes('service.db-wal'), 'the log of the store is searched, too')
      await search()
    })
    await search()
  } finally {
    processor.close()
    hooks.close()
    await rm(folder, { recursive: true, force: true })
  }
})
