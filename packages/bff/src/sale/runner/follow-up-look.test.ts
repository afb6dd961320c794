// One look at an ended sale and the time of the next, with the real machine and a scripted upstream (rules 22 and 23).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLAIM_EVERY_MS, type AgedLease, type EndedLease } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { SessionReading } from '../../upstream/terminal/client.ts'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import { reduce } from '../machine/machine.ts'
import { facts, rows, T } from '../machine/machine.testing.ts'
import type { FollowUpRow, SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { APPROVED, DECLINED, keptLog, ScriptedUpstream } from '../testing.ts'
import { FOLLOW_UP_LEASE_MS } from '../machine/states.ts'
import { createFollowUps } from './follow-up.ts'
import { appliedTo } from './follow.testing.ts'
import { Gate } from './gate.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Case {
  readonly sale: SaleRow | null
  readonly pace?: FollowUpRow['pace']
  readonly ageMs?: number
  readonly features?: Partial<UpstreamFeatures>
  /** The upstream of the merchant is configured here; default true. */
  readonly isKnown?: boolean
  readonly answer?: SessionReading
  /** The session ID that a look-up finds; default none. */
  readonly lookUp?: string | null
  /** Changes the gate before the look. */
  readonly before?: (gate: Gate, upstream: ScriptedUpstream) => void
  /** Another writer changed the sale meanwhile. */
  readonly isStale?: boolean
  /** The row that another writer committed meanwhile: the evidence has no effect on it. */
  readonly meanwhile?: SaleRow
  /** Faults of the first reads of the sale. */
  readonly faults?: Error[]
  /** The upstream answers only when the process drains. */
  readonly hangs?: boolean
  /** Time before the process drains; default 0. */
  readonly forMs?: number
  /** The leases of other processes; default: an embedded store. */
  readonly leases?: readonly AgedLease[]
}

interface Looked {
  /** Delay of the next look; `null`: none. */
  readonly nextInMs: number | null
  readonly inputs: readonly SaleInput['type'][]
  readonly alerts: readonly string[]
  readonly lines: readonly object[]
  /** The limits of the claims. */
  readonly limits: readonly number[]
  /** The leases that each claim takes over. */
  readonly ended: readonly (readonly EndedLease[] | undefined)[]
  readonly gate: Gate
  readonly upstream: ScriptedUpstream
}

async function lookAt(one: Case): Promise<Looked> {
  const clock = new ManualClock(T + 400_000)
  const upstream = new ScriptedUpstream(one.features)
  upstream.onRead = () => one.answer ?? { kind: 'missing' }
  upstream.onFind = () => one.lookUp ?? null
  const hang = (signal: AbortSignal | undefined): Promise<ReturnType<typeof faultOf>> =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(faultOf('aborted'))))
  if (one.hangs === true) {
    upstream.client.readSession = (_, { signal }) => hang(signal)
    upstream.client.findSession = (_, signal) => hang(signal)
  }
  const gate = new Gate(clock)
  one.before?.(gate, upstream)
  const { log, lines } = keptLog()
  const inputs: SaleInput['type'][] = []
  const alerts: string[] = []
  const released: (number | null)[] = []
  const limits: number[] = []
  const ended: (readonly EndedLease[] | undefined)[] = []
  const { leases } = one
  const due: FollowUpRow[] = [
    { saleId: 'sale_a', fence: 7, pace: one.pace ?? 'wide', sinceMs: clock.now() - (one.ageMs ?? 0) },
  ] as FollowUpRow[]
  const apply = async (_id: string, input: SaleInput): Promise<Applied> => {
    inputs.push(input.type)
    const row = one.sale ?? rows.declined
    if (one.isStale === true) return { kind: 'stale' }
    if (one.meanwhile !== undefined) return { kind: 'refused', row: one.meanwhile, why: 'illegal' }
    const { lookup, repeat } = upstream.features
    const judged = reduce(row, input, facts(clock.now(), { lookup, repeat }))
    return appliedTo(row, judged)
  }
  const ledger = {
    apply,
    now: async () => clock.now(),
    find: async () => {
      const fault = one.faults?.shift()
      if (fault !== undefined) throw fault
      return one.sale
    },
    heldFollowUps: leases === undefined ? null : async () => leases,
    claimFollowUps: async (_owner: string, limit: number, over?: readonly EndedLease[]) => {
      limits.push(limit)
      ended.push(over)
      return due.splice(0)
    },
    releaseOthers: async () => {},
    releaseFollowUp: async (id: string, fence: number, nextAtMs: number | null) => {
      assert.deepEqual([id, fence], ['sale_a', 7])
      released.push(nextAtMs === null ? null : nextAtMs - clock.now())
    },
  }
  const loop = createFollowUps({
    ledger: ledger as unknown as Ledger,
    merchants: () => (one.isKnown === false ? null : upstream),
    clock,
    // The middle of the jitter.
    random: () => Uint8Array.of(128, 0),
    log,
    observer: { alert: ({ reason }) => void alerts.push(reason), attempted() {} },
    gate,
    owner: 'me',
  })
  loop.begin()
  await clock.advance(one.forMs ?? 0)
  await clock.ended(loop.drain())
  assert.equal(released.length, one.faults === undefined ? 1 : 0)
  return { nextInMs: released[0] ?? null, inputs, alerts, lines, limits, ended, gate, upstream }
}

const nextOf = async (one: Case): Promise<number | null> => (await lookAt(one)).nextInMs
const declined = rows.declined
const attestedPaid: SaleRow = { ...rows.approved, byWhom: 'person', person: 'ann', seen: null }
const found = (body: object): SessionReading => ({
  kind: 'found',
  body: { sessionId: 'ses_a', ...body },
  etag: null,
  retryAfterMs: null,
})
const LAST_MS = 4 * DAY_MS

test('ends the follow-up of a sale that no answer can change', async () => {
  for (const sale of [null, rows.approved, rows.review, rows.started]) {
    const { nextInMs, upstream } = await lookAt({ sale })
    assert.deepEqual([nextInMs, upstream.reads], [null, 0])
  }
})

test('leaves a merchant that is not configured here to another instance for four days', async () => {
  const at = (ageMs: number): Promise<number | null> => nextOf({ sale: declined, isKnown: false, ageMs })
  assert.deepEqual([await at(0), await at(LAST_MS - 1), await at(LAST_MS)], [600_000, 600_000, null])
})

test('looks again at the interval of its pace, until three days after the end', async () => {
  for (const [pace, ageMs, nextInMs] of [
    ['wide', 0, 60_000],
    ['wide', 600_000, 600_000],
    ['wide', HOUR_MS, HOUR_MS],
    ['wide', 3 * DAY_MS - 1, HOUR_MS],
    ['wide', 3 * DAY_MS, null],
    ['close', 0, 15_000],
    ['close', 600_000, 50_000],
  ] as const) {
    assert.equal(await nextOf({ sale: declined, pace, ageMs }), nextInMs, `missing ${pace} ${ageMs}`)
    const same = await lookAt({ sale: declined, pace, ageMs, answer: found(DECLINED) })
    assert.deepEqual([same.nextInMs, same.inputs], [nextInMs, ['session_read']])
  }
})

test('looks again in 5 s at a session that is live after the end', async () => {
  const answer = found({ status: 'IN_PROGRESS' })
  assert.equal(await nextOf({ sale: declined, ageMs: 2 * HOUR_MS, answer }), 5_000)
  assert.equal(await nextOf({ sale: declined, ageMs: 3 * DAY_MS, answer }), null)
  const unknown = found({ status: 'SOMETHING_NEW' })
  assert.equal(await nextOf({ sale: declined, ageMs: 2 * HOUR_MS, answer: unknown }), HOUR_MS)
})

test('repeats a look that failed, also beyond three days, and ends after four', async () => {
  const fault = faultOf('unreachable')
  assert.equal(await nextOf({ sale: declined, answer: fault }), 16_000)
  assert.equal(await nextOf({ sale: declined, answer: { ...fault, retryAfterMs: 45_000 } }), 45_000)
  assert.equal(await nextOf({ sale: declined, answer: fault, ageMs: LAST_MS - 1 }), 16_000)
  assert.equal(await nextOf({ sale: declined, answer: fault, ageMs: LAST_MS }), null)
})

test('P82 a busy upstream blocks the reads of its key', async () => {
  const blockedBy = async (answer: SessionReading): Promise<number> =>
    (await lookAt({ sale: declined, answer })).gate.usage().blockedKeys
  assert.equal(await blockedBy({ ...faultOf('busy'), retryAfterMs: 45_000 }), 1)
  assert.equal(await blockedBy({ ...faultOf('busy'), retryAfterMs: null }), 0)
  assert.equal(await blockedBy({ ...faultOf('unreachable'), retryAfterMs: 45_000 }), 0)
})

test('P82 the wide pace uses only the spare reads of a key, the close one waits for its turn', async () => {
  const blocked = (forMs: number) => (gate: Gate, upstream: ScriptedUpstream) => gate.block(upstream, forMs)
  const wide = await lookAt({ sale: declined, before: blocked(30_000) })
  assert.deepEqual([wide.nextInMs, wide.upstream.reads], [30_000, 0])
  assert.equal(await nextOf({ sale: declined, before: blocked(1) }), CLAIM_EVERY_MS)
  const close = { sale: declined, pace: 'close', before: blocked(1_000) } as const
  const waited = await lookAt({ ...close, forMs: 1_000 })
  assert.deepEqual([waited.nextInMs, waited.upstream.reads], [14_000, 1])
  const drained = await lookAt({ ...close, forMs: 999 })
  assert.deepEqual([drained.nextInMs, drained.upstream.reads], [-999, 0])
})

test('looks up an end without a session only where a look-up is possible', async () => {
  const sale = { ...rows.not_started, sendCount: 1 }
  assert.equal(await nextOf({ sale }), null)
  const features = { lookup: 'authoritative' } as const
  const none = await lookAt({ sale, features })
  assert.deepEqual([none.nextInMs, none.inputs], [60_000, []])
  const late = await lookAt({ sale, features, lookUp: 'ses_late' })
  assert.deepEqual([late.nextInMs, late.inputs], [null, ['session_found']])
})

test('rule 22: an approval after an unpaid end raises an alert', async () => {
  const { nextInMs, alerts, lines } = await lookAt({ sale: declined, answer: found(APPROVED) })
  assert.deepEqual([nextInMs, alerts], [null, ['late_conflict']])
  assert.deepEqual(lines[0], {
    level: 'info',
    message: 'an ended sale got new evidence',
    merchant: 'm1',
    saleId: 'sale_a',
    state: 'review',
    code: 'after-the-end',
  })
})

test('confirms evidence that needs a second read after 3 s, at any age', async () => {
  for (const ageMs of [0, 3 * DAY_MS]) {
    const other = await lookAt({ sale: declined, ageMs, answer: found({ ...APPROVED, amount: 43 }) })
    assert.deepEqual([other.nextInMs, other.alerts], [3_050, []])
    assert.equal(await nextOf({ sale: attestedPaid, ageMs, answer: found(DECLINED) }), 3_050)
  }
})

test('rule 23: the approval that a person attested ends the follow-up', async () => {
  assert.equal(await nextOf({ sale: attestedPaid, pace: 'close', answer: found(APPROVED) }), null)
  assert.equal(await nextOf({ sale: attestedPaid, pace: 'close' }), 15_000)
})

test('ends the follow-up of a sale that does not exist any more', async () => {
  assert.equal(await nextOf({ sale: declined, answer: found(APPROVED), isStale: true }), null)
})

test('a process looks at twenty ended sales at once', async () => {
  assert.equal((await lookAt({ sale: declined })).limits[0], 20)
})

test('a process that drains ends its look and leaves the sale to another one at once', async () => {
  for (const sale of [declined, { ...rows.not_started, sendCount: 1 }]) {
    const look = await lookAt({ sale, features: { lookup: 'authoritative' }, hangs: true })
    assert.deepEqual([look.nextInMs, look.inputs], [0, []])
  }
})

test('ends the follow-up if another writer recorded an end that no answer can change', async () => {
  const answer = found(DECLINED)
  assert.equal(await nextOf({ sale: declined, answer, meanwhile: rows.approved }), null)
  assert.equal(await nextOf({ sale: declined, answer, meanwhile: rows.timed_out }), 60_000)
})

test('a sale that a person attested as paid is followed until the upstream confirms it', async () => {
  const pending = found({ status: 'IN_PROGRESS' })
  assert.equal(await nextOf({ sale: attestedPaid, answer: pending }), 5_000)
  assert.equal(await nextOf({ sale: declined, answer: found(APPROVED), meanwhile: rows.timed_out }), 60_000)
})

test('a look that fails is logged', async () => {
  const broken = lookAt({ sale: declined, faults: [new RangeError('x')] })
  assert.deepEqual((await broken).lines[0], {
    level: 'warn',
    message: 'an ended sale could not be read',
    saleId: 'sale_a',
    code: 'fault',
  })
})

test('D-199 takes over the follow-up of another process after its lease was unchanged for its duration', async () => {
  const lease: AgedLease = { id: 'sale_b', fence: 3, leaseUntilMs: T, isOver: true }
  const { ended } = await lookAt({ sale: declined, leases: [lease], forMs: FOLLOW_UP_LEASE_MS })
  assert.deepEqual(ended.slice(0, -1).flat(), [])
  assert.deepEqual(ended.at(-1), [lease])
  const { ended: embedded } = await lookAt({ sale: declined })
  assert.deepEqual(embedded, [undefined])
})
