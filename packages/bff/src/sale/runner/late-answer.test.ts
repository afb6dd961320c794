// The answer to an initiate that arrives after the doubt: recorded when the store accepts it, or reported.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Exchange } from '../../upstream/transport/outbound-port.ts'
import { accepted, answered } from '../testing.ts'
import { world, type World } from '../world.testing.ts'

const LOST: Exchange = { kind: 'broken', cause: 'time-out' }

/** A sale in doubt whose connection is still open. */
async function doubtful(context: TestContext) {
  const w = await world(context)
  let arrive: (late: Exchange | null) => void = () => {}
  let breakOff: (cause: Error) => void = () => {}
  const late = new Promise<Exchange | null>((resolve, reject) => ([arrive, breakOff] = [resolve, reject]))
  w.upstream.onSend = () => ({ exchange: LOST, late })
  await w.start()
  await w.reach('in_doubt')
  return { ...w, arrive, breakOff }
}

/** Codes of the lines that concern a late answer. */
const codes = ({ lines }: Pick<World, 'lines'>): readonly unknown[] =>
  lines.flatMap((line) => ('code' in line && String(line.code).startsWith('late-') ? [line.code] : []))

test('an interrupted late answer is a warning, and one that never came is nothing', async (context) => {
  const broken = await doubtful(context)
  broken.breakOff(new Error('reset'))
  await broken.clock.advance(1_000)
  assert.deepEqual(codes(broken), ['late-answer-broken'])
  const none = await doubtful(context)
  none.arrive(null)
  await none.clock.advance(1_000)
  assert.deepEqual(codes(none), [])
  assert.equal((await none.now()).state, 'in_doubt')
})

test('a late refusal of the request changes nothing', async (context) => {
  const w = await doubtful(context)
  w.arrive(answered(400, { error: 'unknown device' }))
  await w.clock.advance(70_000)
  assert.equal((await w.now()).state, 'in_doubt')
  assert.deepEqual(codes(w), [])
})

test('a late answer with the session of another sale is reported, and that sale keeps it', async (context) => {
  const w = await doubtful(context)
  w.upstream.onSend = () => ({ exchange: accepted('ses_other'), late: null })
  const other = await w.start('o2')
  await w.clock.until(async () => (await w.now('o2')).state === 'started')
  w.arrive(accepted('ses_other'))
  await w.clock.advance(5_000)
  const { state, sessionId } = await w.now()
  assert.deepEqual([state, sessionId, codes(w)], ['in_doubt', null, ['late-session']])
  assert.equal((await w.now('o2')).sessionId, 'ses_other')
  assert.equal(other.attempt, 1)
})
