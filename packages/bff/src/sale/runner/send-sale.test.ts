// One send with the real machine, a scripted sender and a manual clock: its deadline, what is recorded, and late answers (rules 2 to 8).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlarm, StoreError } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import type { Exchange, SendReport } from '../../upstream/transport/outbound-port.ts'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { Applied } from '../ledger/ledger.ts'
import { reduce } from '../machine/machine.ts'
import { base, facts, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { accepted, answered, keptLog, ScriptedUpstream } from '../testing.ts'
import { appliedTo } from './follow.testing.ts'
import { sendSale } from './send-sale.ts'
import type { Held, RunnerDeps } from './held.ts'

const due: SaleRow = { ...base, deadlineAtMs: T + 15_000 }
const STALE: Applied = { kind: 'stale' }
const AWAY = new StoreError('store-unavailable', 'The store is away.')

/** A held intent whose sender does `onSend`, and whose store can answer with `answers` first. */
function begin(row: SaleRow = due, features: Partial<UpstreamFeatures> = {}) {
  const clock = new ManualClock(T)
  const upstream = new ScriptedUpstream(features)
  const stop = new AbortController()
  const { log, lines } = keptLog()
  const seen = {
    inputs: [] as SaleInput['type'][],
    fences: [] as (number | undefined)[],
    detectorCalls: [] as string[],
    points: [] as string[],
    alerts: [] as string[],
    wakes: 0,
    asks: 0,
  }
  const one = {
    /** Answers of the ledger by the type of an input, in turn; then the machine's. */
    answers: {} as Partial<Record<SaleInput['type'], (Applied | Error)[]>>,
    /** Runs while the claim is committed. */
    onClaim: (): void => {},
    /** By how much the store's clock is ahead of this process. */
    aheadMs: 0,
    isStoreAway: false,
    onSend: async (mayWrite: () => Promise<boolean>): Promise<SendReport> => ({
      exchange: (await mayWrite()) ? accepted('ses_a') : { kind: 'no_byte', cause: 'cancelled' },
      late: null,
    }),
  }
  const held: Held = {
    row,
    fence: 3,
    upstream: {
      features: upstream.features,
      sender: {
        send: (_order: unknown, beforeBody: () => boolean | Promise<boolean>) => {
          assert.equal(held.sending, true)
          return one.onSend(async () => beforeBody())
        },
      },
    } as unknown as Held['upstream'],
    offsetMs: 0,
    signal: stop.signal,
    alarm: createAlarm(clock),
    sending: false,
    staleDetector: {
      requested: () => void seen.detectorCalls.push('requested'),
      answered: () => void seen.detectorCalls.push('answered'),
      failed: (atMs) => void seen.detectorCalls.push(`failed ${atMs - T}`),
      hasUnreportedFault: () => false,
      sinceMs: () => null,
      close: () => {},
    },
  }
  const apply = async (_id: string, input: SaleInput, { fence }: { fence?: number }): Promise<Applied> => {
    seen.inputs.push(input.type)
    seen.fences.push(fence)
    const scripted = one.answers[input.type]?.shift()
    if (scripted instanceof Error) throw scripted
    if (scripted !== undefined) return scripted
    const { lookup, repeat } = upstream.features
    const applied = appliedTo(held.row, reduce(held.row, input, facts(clock.now(), { lookup, repeat })))
    if (input.type === 'send_claimed') one.onClaim()
    return applied
  }
  const ledger = {
    apply,
    now: async () => {
      seen.asks += 1
      if (one.isStoreAway) throw AWAY
      return clock.now() + one.aheadMs
    },
  }
  const deps = {
    ledger,
    clock,
    log,
    observer: { alert: ({ reason }: { reason: string }) => void seen.alerts.push(reason), attempted() {} },
    wake: () => void (seen.wakes += 1),
    failpoint: (name: string) => void seen.points.push(name),
    isDraining: () => false,
  } as unknown as RunnerDeps
  return { ...seen, seen, clock, one, held, stop, lines, send: () => sendSale(deps, held, 'send_claimed') }
}

test('a send is claimed, written once and recorded', async () => {
  const { clock, held, seen, send } = begin()
  assert.equal(await send(), 'ok')
  assert.deepEqual(seen.points, ['sending', 'connected', 'answered', 'started'])
  assert.deepEqual(seen.inputs, ['send_claimed', 'accepted'])
  assert.deepEqual(seen.fences, [3, 3])
  assert.deepEqual(seen.detectorCalls, ['requested', 'answered'])
  assert.deepEqual([held.row.state, held.row.sessionId, held.sending], ['started', 'ses_a', false])
  assert.equal(clock.pending, 0)
  assert.equal(seen.asks, 0, 'a quick claim needs no read of the clock')
})

test('without its claim nothing is sent', async () => {
  const lost = begin()
  lost.one.answers.send_claimed = [STALE]
  assert.equal(await lost.send(), 'stale')
  const paid = begin({ ...due, conflictWith: 'sale_0' })
  assert.equal(await paid.send(), 'ok')
  const away = begin()
  away.one.answers.send_claimed = [AWAY]
  away.stop.abort()
  assert.equal(await away.send(), 'stale', 'the process drains while the store is away')
  for (const { clock, seen } of [lost, paid, away]) {
    assert.deepEqual(seen.points, [])
    assert.equal(clock.pending, 0)
  }
})

/** Whether a byte may be written after the claim and this change. */
async function mayWrite(
  change: (scene: ReturnType<typeof begin>) => unknown,
  row: SaleRow = due,
  prepare: (scene: ReturnType<typeof begin>) => void = () => {},
): Promise<boolean> {
  const scene = begin(row)
  prepare(scene)
  let may = false
  scene.one.onSend = async (ask) => {
    await change(scene)
    may = await ask()
    return { exchange: { kind: 'no_byte', cause: 'cancelled' }, late: null }
  }
  await scene.send()
  assert.equal(scene.clock.pending, 0)
  return may
}

test('D-83 no byte is written at the deadline of the send, after an abort, or if the clock was set back', async () => {
  assert.equal(await mayWrite(({ clock }) => clock.jump(9_999)), true)
  assert.equal(await mayWrite(({ clock }) => clock.jump(10_000)), false)
  assert.equal(await mayWrite(({ stop }) => stop.abort()), false)
  assert.equal(await mayWrite(({ clock }) => clock.jump(-1)), false)
  const overAndBack = async ({ clock }: ReturnType<typeof begin>): Promise<void> => {
    await clock.advance(10_000)
    clock.jump(-5_000)
  }
  assert.equal(await mayWrite(overAndBack), false, 'a timer does not follow the clock')
  const soon = { ...due, deadlineAtMs: T + 3_000 }
  assert.equal(await mayWrite(({ clock }) => clock.jump(2_999), soon), true)
  assert.equal(await mayWrite(({ clock }) => clock.jump(3_000), soon), false)
  const overSoon = async ({ clock }: ReturnType<typeof begin>): Promise<void> => {
    await clock.advance(3_000)
    clock.jump(-2_000)
  }
  assert.equal(await mayWrite(overSoon, soon), false)
  assert.equal(await mayWrite(({ clock }) => clock.jump(9_999), { ...due, deadlineAtMs: null }), true)
})

test('D-83 the deadline counts from before the claim, and after a slow claim from the clock of the store', async () => {
  const slow =
    (tookMs: number, isStoreAway = false) =>
    ({ one, clock }: ReturnType<typeof begin>): void => {
      one.isStoreAway = isStoreAway
      one.onClaim = () => clock.jump(tookMs)
    }
  const asksOf = async (tookMs: number): Promise<number> => {
    const scene = begin()
    slow(tookMs)(scene)
    await scene.send()
    assert.equal(scene.clock.pending, 0)
    return scene.seen.asks
  }
  assert.deepEqual([await asksOf(0), await asksOf(999), await asksOf(1_000), await asksOf(-1)], [0, 0, 1, 1])
  // The claim committed at its begin, so 10 s are counted from there in each case.
  assert.equal(await mayWrite(({ clock }) => clock.jump(9_000), due, slow(999)), true)
  assert.equal(await mayWrite(({ clock }) => clock.jump(9_001), due, slow(999)), false)
  assert.equal(await mayWrite(({ clock }) => clock.jump(5_999), due, slow(4_000)), true)
  assert.equal(await mayWrite(({ clock }) => clock.jump(6_000), due, slow(4_000)), false)
  assert.equal(await mayWrite(({ clock }) => clock.jump(5_999), due, slow(4_000, true)), true)
  assert.equal(await mayWrite(({ clock }) => clock.jump(6_000), due, slow(4_000, true)), false)
  const behind = (scene: ReturnType<typeof begin>): void => {
    slow(2_000)(scene)
    scene.one.aheadMs = 5_000
  }
  assert.equal(
    await mayWrite(({ clock }) => clock.jump(2_999), due, behind),
    true,
    'the store has less time left',
  )
  assert.equal(await mayWrite(({ clock }) => clock.jump(3_000), due, behind), false)
  const overAndBack = async ({ clock }: ReturnType<typeof begin>): Promise<void> => {
    await clock.advance(3_000)
    clock.jump(-2_000)
  }
  assert.equal(await mayWrite(overAndBack, due, behind), false)
})

test('an answer that proves something is seen, any other is a fault since the send began', async () => {
  const callsOf = async (exchange: Exchange): Promise<readonly string[]> => {
    const { clock, one, seen, send } = begin()
    one.onSend = async () => {
      clock.jump(700)
      return { exchange, late: null }
    }
    await send()
    return seen.detectorCalls
  }
  assert.deepEqual(await callsOf(accepted('ses_a')), ['requested', 'answered'])
  assert.deepEqual(await callsOf(answered(404, { xErrorCode: 'DEVICE_NOT_FOUND' })), [
    'requested',
    'answered',
  ])
  assert.deepEqual(await callsOf({ kind: 'no_byte', cause: 'refused' }), ['requested', 'failed 0'])
  assert.deepEqual(await callsOf({ kind: 'broken', cause: 'reset' }), ['requested', 'failed 0'])
})

test('the result of a send is recorded until the store accepts it, also when the process drains', async () => {
  const { clock, held, one, stop, send } = begin()
  one.answers.accepted = [AWAY, AWAY]
  one.onSend = async () => {
    stop.abort()
    return { exchange: accepted('ses_a'), late: null }
  }
  assert.equal(await clock.ended(send()), 'ok')
  assert.equal(held.row.state, 'started')
})

test('an accepted send of a lost lease is recorded as found, without a fence, and alerts like any other', async () => {
  const { one, seen, send } = begin()
  one.answers.accepted = [STALE]
  const row = { ...due, state: 'started' } as SaleRow
  one.answers.session_found = [
    { kind: 'moved', row, effects: [{ type: 'alert', reason: 'late_conflict' }] } as Applied,
  ]
  assert.equal(await send(), 'stale')
  assert.deepEqual(seen.inputs, ['send_claimed', 'accepted', 'session_found'])
  assert.equal(seen.fences.at(-1), undefined)
  assert.deepEqual([seen.alerts, seen.wakes], [['late_conflict'], 1])
  const unknown = begin()
  unknown.one.answers.send_lost = [STALE]
  unknown.one.onSend = async () => ({ exchange: { kind: 'broken', cause: 'reset' }, late: null })
  assert.equal(await unknown.send(), 'stale')
  assert.deepEqual(unknown.seen.inputs, ['send_claimed', 'send_lost'])
})

/** A send without an answer, whose answer comes late. */
async function late(answers: (Applied | Error)[], exchange: Promise<Exchange | null>) {
  const scene = begin()
  scene.one.answers.session_found = answers
  scene.one.onSend = async () => ({ exchange: { kind: 'broken', cause: 'timeout' }, late: exchange })
  await scene.send()
  await turn()
  const tries = (): number => scene.seen.inputs.filter((type) => type === 'session_found').length
  const faults = (): readonly object[] => scene.lines.filter(({ level }) => level !== 'info')
  return { ...scene, tries, faults }
}
const refused = (row: Partial<SaleRow>): Applied => ({
  kind: 'refused',
  row: { ...due, ...row },
  why: 'illegal',
})

test('a late answer finds the session of a sale in doubt', async () => {
  const { held, tries, seen } = await late([], Promise.resolve(accepted('ses_late')))
  assert.deepEqual([held.row.state, tries(), seen.wakes], ['in_doubt', 1, 1])
  const none = await late([], Promise.resolve(null))
  const useless = await late([], Promise.resolve({ kind: 'broken', cause: 'reset' }))
  assert.deepEqual([none.tries(), useless.tries(), none.faults().length], [0, 0, 0])
})

test('a late answer that breaks off is logged', async () => {
  const { lines } = await late([], Promise.reject(new Error('reset')))
  assert.deepEqual(lines.at(-1), {
    level: 'warn',
    message: 'a late answer was interrupted',
    saleId: 'sale_a',
    code: 'late-answer-broken',
  })
})

test('a late answer is recorded once, and one that cannot be placed is logged', async () => {
  const answer = Promise.resolve(accepted('ses_late'))
  for (const known of [STALE, refused({ state: 'approved', sessionId: 'ses_late' })]) {
    const { clock, faults, tries } = await late([known], answer)
    await clock.advance(5_000)
    assert.deepEqual([tries(), faults().length], [1, 0])
  }
  const { clock, lines, tries } = await late([refused({ state: 'review', sessionId: 'other' })], answer)
  await clock.advance(5_000)
  assert.equal(tries(), 1)
  assert.deepEqual(lines.at(-1), {
    level: 'error',
    message: 'a late answer names a session we cannot place',
    saleId: 'sale_a',
    state: 'review',
    code: 'late-session',
  })
})

test('a late answer is tried again each second while the sale is not in doubt yet, or the store is away', async () => {
  const answers = [refused({ state: 'sending' }), new Error('away'), refused({ state: 'intent' })]
  const { clock, seen, tries } = await late(answers, Promise.resolve(accepted('ses_late')))
  assert.equal(tries(), 1)
  await clock.advance(999)
  assert.equal(tries(), 1)
  await clock.advance(1)
  assert.equal(tries(), 2)
  await clock.advance(999)
  assert.equal(tries(), 2)
  await clock.advance(2_001)
  assert.deepEqual([tries(), seen.wakes], [4, 1])
})

test('a late answer is given up after a minute, which is logged', async () => {
  const { clock, lines, tries } = await late(
    Array.from({ length: 99 }, () => new Error('away')),
    Promise.resolve(accepted('ses_late')),
  )
  await clock.advance(600_000)
  assert.equal(tries(), 60)
  assert.deepEqual(lines.at(-1), {
    level: 'error',
    message: 'a late answer could not be recorded',
    saleId: 'sale_a',
    code: 'late-answer-lost',
  })
})

const DUPLICATE = answered(400, { xErrorCode: 'INVALID_REQUEST', sessionId: 'ses_first' })

test('the session that a refusal of a repeat names is followed if the upstream is known to refuse repeats', async () => {
  const inputsOf = async (features: Partial<UpstreamFeatures>, sendLost?: Applied) => {
    const { clock, one, stop, seen, send, held } = begin(due, features)
    if (sendLost !== undefined) one.answers.send_lost = [sendLost]
    one.answers.session_found = [AWAY]
    one.onSend = async () => {
      stop.abort()
      return { exchange: DUPLICATE, late: null }
    }
    await clock.ended(send())
    return [seen.inputs.slice(2), held.row.sessionId]
  }
  assert.deepEqual(await inputsOf({ repeat: 'refuses' }), [['session_found', 'session_found'], 'ses_first'])
  assert.deepEqual(await inputsOf({ repeat: 'replays' }), [[], null])
  assert.deepEqual(await inputsOf({ repeat: 'refuses' }, refused({ state: 'review' })), [[], null])
})
