// A sale that a process holds, with a scripted upstream, the real machine and a manual clock, for the tests of one look.
import assert from 'node:assert/strict'
import { createAlarm } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { SessionReading } from '../../upstream/terminal/client.ts'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { Applied } from '../ledger/ledger.ts'
import { reduce } from '../machine/machine.ts'
import { facts, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { followDoubt, followStarted, type Following, type Next } from './follow.ts'
import { Gate } from './gate.ts'
import type { Held, RunnerDeps } from './held.ts'
import { keptLog, ScriptedUpstream } from '../testing.ts'

interface Read {
  readonly waitSeconds: number | undefined
  readonly etag: string | null | undefined
}

/** One sale that a process holds, with a scripted upstream and the real machine. */
interface Bench {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly held: Held
  readonly deps: RunnerDeps
  readonly following: Following
  /** The options of each session read. */
  readonly reads: Read[]
  /** The answers to session reads, in order; then a session in progress. */
  readonly answers: (SessionReading | (() => SessionReading))[]
  readonly inputs: SaleInput['type'][]
  /** Calls of the detector, as `name argument`. */
  readonly detectorCalls: string[]
  readonly points: string[]
  readonly alerts: string[]
  readonly reminders: number[]
  readonly lines: { level: string; message: string }[]
  readonly stop: AbortController
  openSales: number
  hasUnreportedFault: boolean
  /** Answers the next input as if another owner held the sale. */
  stale: boolean
  started(): Promise<Next>
  doubt(): Promise<Next>
}

/** The ledger's answer when the machine has judged an input to this row; a transition counts the version. */
export function appliedTo(row: SaleRow, judged: ReturnType<typeof reduce>): Applied {
  if (judged.kind === 'refused') return { kind: 'refused', row, why: judged.why }
  const after = { ...row, ...judged.changes, version: row.version + 1 }
  return judged.kind === 'noted'
    ? { kind: 'noted', row: after }
    : { kind: 'moved', row: after, effects: judged.effects }
}

/** The answer of a session read. */
export const found = (
  body: object,
  etag: string | null = null,
  retryAfterMs: number | null = null,
): SessionReading => ({
  kind: 'found',
  body: { sessionId: 'ses_a', ...body },
  etag,
  retryAfterMs,
})
export const PENDING = { status: 'IN_PROGRESS' }

/** Creates a bench for a sale that is due now. */
export function benchOf(row: SaleRow, features: Partial<UpstreamFeatures> = {}): Bench {
  const clock = new ManualClock(T)
  const upstream = new ScriptedUpstream(features)
  const stop = new AbortController()
  const { log, lines } = keptLog()
  const reads: Read[] = []
  const answers: Bench['answers'] = []
  const [inputs, detectorCalls, points, alerts, reminders] = [
    [] as SaleInput['type'][],
    [] as string[],
    [] as string[],
    [] as string[],
    [] as number[],
  ]
  upstream.client.readSession = async (sessionId, { waitSeconds, etag, signal }) => {
    assert.deepEqual([sessionId, signal], [held.row.sessionId, stop.signal])
    reads.push({ waitSeconds, etag })
    const answer = answers.shift() ?? found(PENDING)
    return typeof answer === 'function' ? answer() : answer
  }
  const held: Held = {
    row: { ...row, nextAtMs: T },
    fence: 1,
    upstream,
    offsetMs: 0,
    signal: stop.signal,
    alarm: createAlarm(clock),
    sending: false,
    staleDetector: {
      requested: (patienceMs = 0) => void detectorCalls.push(`requested ${patienceMs}`),
      answered: () => void detectorCalls.push('answered'),
      failed: (atMs) => void detectorCalls.push(`failed ${atMs - T}`),
      hasUnreportedFault: () => bench.hasUnreportedFault,
      sinceMs: () => null,
      close: () => {},
    },
  }
  const apply = async (_id: string, input: SaleInput): Promise<Applied> => {
    inputs.push(input.type)
    if (bench.stale) return { kind: 'stale' }
    const { lookup, repeat } = upstream.features
    const judged = reduce(held.row, input, facts(clock.now(), { lookup, repeat }))
    return appliedTo(held.row, judged)
  }
  const ledger = {
    apply,
    now: async () => clock.now(),
    remind: async (_row: SaleRow, day: number) => void reminders.push(day),
  }
  const deps = {
    ledger,
    clock,
    // The middle of the jitter.
    random: () => Uint8Array.of(128, 0),
    log,
    observer: { alert: ({ reason }: { reason: string }) => void alerts.push(reason), attempted() {} },
    gate: new Gate(clock),
    openSales: () => bench.openSales,
    isDraining: () => false,
    wake: () => {},
    failpoint: (name: string) => void points.push(name),
  } as unknown as RunnerDeps
  const following: Following = { etag: null, faults: 0 }
  const bench: Bench = {
    clock,
    upstream,
    held,
    deps,
    following,
    reads,
    answers,
    inputs,
    detectorCalls,
    points,
    alerts,
    reminders,
    lines,
    stop,
    openSales: 1,
    hasUnreportedFault: false,
    stale: false,
    started: () => followStarted(deps, held, following),
    doubt: () => followDoubt(deps, held),
  }
  return bench
}

/** The step that looks again after a delay. */
export const wait = (delayMs: number): Next => ({ type: 'wait', delayMs })

/** The step that ends the loop. */
export const STOP: Next = { type: 'stop' }
