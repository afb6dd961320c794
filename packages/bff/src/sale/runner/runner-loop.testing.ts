// A runner over a scripted ledger with the real machine, a scripted upstream and a manual clock, for the tests of its loops.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createAlarm } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import { reduce } from '../machine/machine.ts'
import { facts, rows, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { LEASE_MS } from '../machine/states.ts'
import { keptLog, ScriptedUpstream } from '../testing.ts'
import { appliedTo } from './follow.testing.ts'
import { Gate } from './gate.ts'
import { SaleRunner } from './runner.ts'

/** The ledger's clock is this far ahead of ours. */
export const AHEAD_MS = 400

/** A started sale with a lease of this process, next read due now. */
export const claimed = (number: number, members: Partial<SaleRow> = {}): SaleRow => ({
  ...rows.started,
  id: `sale_${number}`,
  sessionId: `ses_${number}`,
  phase: 'present_card',
  fence: number,
  leaseUntilMs: T + AHEAD_MS + LEASE_MS,
  ...members,
})

/** The sale `sale_1` before a session, with a lease of this process. */
export const unsent = (row: SaleRow): SaleRow => ({
  ...row,
  id: 'sale_1',
  sessionId: null,
  fence: 1,
  leaseUntilMs: T + AHEAD_MS + LEASE_MS,
})

/** A runner whose claims return `batches` in turn; it is drained after the test. */
export function begin(
  context: TestContext,
  {
    maxSales = 100,
    batches = [] as SaleRow[][],
    embedded = true,
    instance = null as string | null,
    takeBackFaults = [] as Error[],
    takeBackMs = 0,
  } = {},
) {
  const clock = new ManualClock(T)
  const upstream = new ScriptedUpstream()
  const { log, lines } = keptLog()
  const held = new Map<string, SaleRow>()
  const seen = {
    claims: [] as (number | string)[],
    /** The merchants that the latest claim excludes. */
    excluded: [] as readonly string[],
    inputs: [] as string[],
    released: [] as (readonly [id: string, fence: number, inMs: number])[],
    renewed: [] as string[],
    points: [] as string[],
    /** Calls of `mark`: ID and time. */
    marks: [] as (readonly [id: string, sinceMs: number | null])[],
    takeBacks: [] as string[],
  }
  const one = {
    releaseFault: null as Error | null,
    releaseMs: 0,
    /** The claims for sending are committed once this is resolved. */
    sendClaim: Promise.resolve(),
    /** Faults of the next marks; then they succeed. */
    markFaults: [] as Error[],
    claimMs: 0,
    looks: 0,
    asks: 0,
    refusals: 0,
    isStale: false,
    aheadMs: AHEAD_MS,
  }
  const now = (): number => clock.now() + one.aheadMs
  const never = new AbortController().signal
  const ledger = {
    embedded,
    now: async () => {
      one.asks += 1
      return now()
    },
    agedLeases: async () => {
      one.looks += 1
      return []
    },
    claim: async (...[owner, limit, which]: Parameters<Ledger['claim']>) => {
      assert.equal(owner, 'me#1')
      const { ended, exceptMerchants = [] } = which ?? {}
      seen.excluded = exceptMerchants
      seen.claims.push(ended === undefined ? limit : `${limit} of ${ended.length}`)
      if (one.claimMs > 0) await createAlarm(clock).pause(one.claimMs, never)
      const batch = batches.shift() ?? []
      for (const row of batch) held.set(row.id, row)
      return batch
    },
    renew: async (owner: string, ids: readonly string[]) => {
      seen.renewed.push(`${owner} ${ids.join(' ')}`)
      return new Map(ids.map((id) => [id, held.get(id)?.fence]))
    },
    apply: async (id: string, input: SaleInput): Promise<Applied> => {
      seen.inputs.push(`${id} ${input.type}`)
      if (input.type === 'send_claimed') await one.sendClaim
      const row = held.get(id) ?? assert.fail()
      if (one.isStale) return { kind: 'stale' }
      one.refusals -= 1
      if (one.refusals >= 0) return { kind: 'refused', row, why: 'guard' }
      const applied = appliedTo(row, reduce(row, input, facts(now())))
      if (applied.kind !== 'stale') held.set(id, applied.row)
      return applied
    },
    release: async (id: string, fence: number, atMs: number) => {
      if (one.releaseFault !== null) throw one.releaseFault
      if (one.releaseMs > 0) await createAlarm(clock).pause(one.releaseMs, never)
      seen.released.push([id, fence, atMs - now()])
    },
    mark: async ({ id }: SaleRow, sinceMs: number | null) => {
      seen.marks.push([id, sinceMs])
      const fault = one.markFaults.shift()
      if (fault !== undefined) throw fault
    },
    releaseOthers: async (_on: string, _owner: string, except: readonly string[]) => {
      for (const { id, fence, leaseOwner } of held.values())
        if (leaseOwner !== null && !except.includes(id)) seen.released.push([id, fence, 0])
    },
    takeBack: async (name: string, owner: string) => {
      seen.takeBacks.push(`${name} ${owner}`)
      if (takeBackMs > 0) await createAlarm(clock).pause(takeBackMs, never)
      const fault = takeBackFaults.shift()
      if (fault !== undefined) throw fault
    },
    remind: async () => {},
  }
  const runner = new SaleRunner({
    ledger: ledger as unknown as Ledger,
    merchants: (merchant) => (merchant === 'm1' ? upstream : null),
    clock,
    random: () => Uint8Array.of(128, 0),
    log,
    observer: { alert() {}, attempted() {} },
    gate: new Gate(clock),
    owner: 'me#1',
    instance,
    maxSales,
    failpoint: (name, id) => void seen.points.push(`${name} ${id}`),
    loopFailed: () => {},
  })
  runner.begin()
  context.after(async () => {
    await clock.ended(runner.drain())
    assert.equal(clock.pending, 0, 'no timer is left')
    assert.deepEqual([runner.size(), runner.openOf(upstream)], [0, 0])
  })
  return { clock, upstream, lines, seen, one, runner, held }
}

/** Started sales with consecutive numbers. */
export const many = (count: number, from = 1): SaleRow[] =>
  Array.from({ length: count }, (_, index) => claimed(from + index))

/** The log line of a loop of `sale_1` that failed with an error of the name `code`. */
export const loopFailed = (code: string) => ({
  level: 'error',
  message: 'the loop of a sale failed; its lease will expire',
  saleId: 'sale_1',
  state: 'started',
  code,
})
