// Forwarding of applications: outages, crashes, two processes, operators' changes.
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from '../../schema/schema.ts'
import { BoardingHarness, TAKEN } from '../../testing/follow-up.ts'
import type { ProcessorAnswer } from './processor.ts'

const HOUR = 3_600_000
const AWAY: ProcessorAnswer = { type: 'unknown', code: 'processor-unreachable' }
const decided = (status: 'approved' | 'declined' | 'in_review'): ProcessorAnswer => ({
  type: 'taken',
  processorReference: 'p-1',
  status,
  askInMs: status === 'in_review' ? 60_000 : null,
})

const each = (title: string, body: (boarded: BoardingHarness) => Promise<void>): void =>
  eachEngine<Tables>(title, async (context) => {
    const boarded = await BoardingHarness.with(context)
    try {
      await body(boarded)
    } finally {
      await boarded.stop()
    }
  })

each('D-26 forwards a production application whole and applies the decision', async (one) => {
  const appId = await one.submit()
  await (await one.process()).start()
  await one.until(() => one.processor.sent.length === 1)
  const [values] = one.processor.values
  assert.deepEqual(
    [values?.taxId, values?.banking.accountNumber, values?.signers[1]?.ssn, values?.signers[0]?.dateOfBirth],
    ['581234509', '70012345678', '900701234', '1980-02-29'],
  )
  assert.equal(await one.status(appId), 'received')
  one.processor.onAsk = () => decided('in_review')
  // The processor is asked each minute.
  await one.later(60_000)
  await one.until(async () => (await one.status(appId)) === 'in_review')
  one.processor.onAsk = () => decided('approved')
  await one.later(60_000)
  await one.until(async () => (await one.status(appId)) === 'approved')
  const { length } = one.processor.asked
  await one.later(6 * HOUR, HOUR)
  assert.equal(one.processor.asked.length, length, 'nothing is asked after the end')
  assert.deepEqual(one.processor.sent, [appId])
})

each('D-26 one processor gets sandbox applications too, under the test co-brand (§2.4)', async (one) => {
  const service = await one.processWithout({ processor: one.processor })
  await service.start()
  one.processor.onAsk = () => decided('declined')
  await one.submit()
  const inTest = await one.submit('Sandbox LLC', one.partner.testKey)
  await one.until(async () => (await one.status(inTest)) === 'declined')
  assert.deepEqual(
    one.processor.kinds
      .toSorted((a, b) => Number(a.sandbox) - Number(b.sandbox))
      .map(({ sandbox }) => sandbox),
    [false, true],
  )
  const [test] = one.processor.kinds.filter(({ sandbox }) => sandbox)
  assert.equal(test?.coBrandId, 'test-cobrand')
})

each("D-26 forwards every application once after a processor's outage of hours", async (one) => {
  one.processor.onSend = () => AWAY
  await (await one.process()).start()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push(await one.submit(`Harbor ${count} LLC`))
  await one.later(3 * HOUR, 60_000)
  for (const id of ids) assert.equal(await one.status(id), 'received')
  const tries = one.processor.sent.length
  assert.ok(tries >= 12 && tries < 5 * 60, `${tries} tries`)
  one.processor.onSend = () => TAKEN
  await one.later(HOUR / 2, 60_000)
  assert.deepEqual(one.processor.sent.slice(tries).toSorted(), ids.toSorted())
})

each('D-26 never gives up, however long the processor is unreachable', async (one) => {
  one.processor.onSend = () => AWAY
  const appId = await one.submit()
  await (await one.process()).start()
  await one.later(40 * 24 * HOUR, 6 * HOUR)
  const tries = one.processor.sent.length
  one.processor.onSend = () => decided('approved')
  await one.later(HOUR, 60_000)
  assert.equal(await one.status(appId), 'approved')
  assert.equal(one.processor.sent.length, tries + 1)
})

each(
  'D-26 applications stay received without a processor, and are sent once one is configured',
  async (one) => {
    const lonely = await one.processWithout()
    const appId = await one.submitAt(lonely)
    assert.ok(one.lines.some(({ appId: id, code }) => id === appId && code === 'processor-not-configured'))
    await lonely.start()
    await one.later(30 * 24 * HOUR, 12 * HOUR)
    assert.equal(await one.status(appId), 'received')
    await lonely.close()
    await (await one.process()).start()
    await one.until(() => one.processor.sent.length === 1)
  },
)

each('D-26 a crash between sending and storing the result resends under the same AppId', async (one) => {
  const appId = await one.submit()
  const dying = await one.process()
  let release: ((answer: ProcessorAnswer) => void) | undefined
  one.processor.onSend = () => new Promise((resolve) => (release = resolve))
  await dying.start()
  await one.until(() => one.processor.sent.length === 1)
  one.processor.onSend = () => decided('approved')
  await (await one.process()).start()
  await one.until(async () => (await one.status(appId)) === 'approved')
  assert.deepEqual(one.processor.sent, [appId, appId])
  // The first process is still alive: its late result must not change the row.
  release?.(decided('declined'))
  await one.later(60_000, 10_000)
  assert.equal(await one.status(appId), 'approved')
})

each('INV-16 two processes share the applications and send each once', async (one) => {
  const ids: string[] = []
  for (let count = 0; count < 12; count += 1) ids.push(await one.submit(`Harbor ${count} LLC`))
  const [first, second] = [await one.process(), await one.process()]
  await Promise.all([first.start(), second.start()])
  await one.until(() => one.processor.sent.length >= ids.length)
  await one.later(20_000, 1_000)
  assert.deepEqual(one.processor.sent.toSorted(), ids.toSorted())
})

each('a rejected application does not delay others and is retried', async (one) => {
  const bad = await one.submit('Refused LLC')
  one.processor.onSend = (appId) => (appId === bad ? { type: 'refused', code: 'processor-422' } : TAKEN)
  await (await one.process()).start()
  await one.until(() => one.processor.sent.length >= 5)
  const good = await one.submit('Good LLC')
  await one.until(() => one.processor.sent.includes(good))
  assert.ok(
    one.lines.some(({ appId, code, level }) => appId === bad && code === 'processor-422' && level === 'warn'),
  )
  one.processor.onSend = () => decided('in_review')
  await one.later(HOUR / 3, 60_000)
  assert.equal(await one.status(bad), 'in_review')
})

each('D-26 ignores statuses after a final status and never goes back', async (one) => {
  const appId = await one.submit()
  await (await one.process()).start()
  one.processor.onAsk = () => decided('in_review')
  await one.until(async () => (await one.status(appId)) === 'in_review')
  one.processor.onAsk = () => TAKEN
  await one.later(180_000, 30_000)
  assert.equal(await one.status(appId), 'in_review', 'received again is nothing new')
  const { applications } = one.partner.service.boarding
  assert.deepEqual(await applications.move(appId, 'received'), { type: 'refused', from: 'in_review' })
  assert.deepEqual(await applications.move(appId, 'declined'), {
    type: 'moved',
    from: 'in_review',
    to: 'declined',
  })
  one.processor.onAsk = () => decided('approved')
  await one.later(600_000, 30_000)
  assert.equal(await one.status(appId), 'declined')
  for (const to of ['received', 'in_review', 'action_required', 'approved', 'withdrawn'] as const)
    assert.deepEqual(await applications.move(appId, to), { type: 'refused', from: 'declined' })
  assert.deepEqual(await applications.move(appId, 'declined'), { type: 'same' })
  assert.deepEqual(await applications.move('app_none', 'approved'), { type: 'missing' })
})

each('an application withdrawn before it was sent is never sent', async (one) => {
  const appId = await one.submit()
  await one.partner.service.boarding.applications.move(appId, 'withdrawn')
  await (await one.process()).start()
  await one.later(60_000, 5_000)
  assert.deepEqual(one.processor.sent, [])
})

each('a stop does not wait for a hanging processor, and the next process resends', async (one) => {
  const appId = await one.submit()
  const first = await one.process()
  one.processor.onSend = () => new Promise(() => {})
  await first.start()
  await one.until(() => one.processor.sent.length === 1)
  let stopped = false
  const stopping = first.close().then(() => (stopped = true))
  await one.until(() => stopped)
  await stopping
  one.processor.onSend = () => TAKEN
  await (await one.process()).start()
  await one.until(() => one.processor.sent.length === 2)
  assert.deepEqual(one.processor.sent, [appId, appId])
})

each('retries a processor that never answers, without blocking a slot forever', async (one) => {
  const ids: string[] = []
  for (let count = 0; count < 9; count += 1) ids.push(await one.submit(`Harbor ${count} LLC`))
  one.processor.onSend = () => new Promise(() => {})
  await (await one.process()).start()
  await one.until(() => one.processor.sent.length === 8)
  one.processor.onSend = () => TAKEN
  await one.later(HOUR / 2, 20_000)
  assert.deepEqual(new Set(one.processor.sent), new Set(ids))
  assert.ok(one.lines.some(({ code }) => code === 'processor-timeout'))
})

each('sandbox applications continue while the production processor hangs', async (one) => {
  one.processor.onSend = () => new Promise(() => {})
  for (let count = 0; count < 40; count += 1) await one.submit(`Harbor ${count} LLC`)
  await (await one.process()).start()
  const appId = await one.submit('Sandbox LLC', one.partner.testKey)
  await one.until(async () => (await one.status(appId)) === 'approved')
  assert.ok(!one.processor.sent.includes(appId))
})
