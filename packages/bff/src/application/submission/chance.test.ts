// INV-19 random histories: pages, keys, lost requests, lost answers, late arrivals, doubled requests, deaths, clocks
// and people in hundreds of seeded orders. The service's records are compared with the state of the BFF. A failure
// names its seed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openStore } from '@tapboard/store'
import type { EngineContext } from '@tapboard/store/testing'
import { turn } from '@tapboard/store/testing'
import { auditApplications } from './audit.ts'
import type { SubmitFailpointName } from './failpoint.ts'
import { createFixture, type Fixture } from './fixture.testing.ts'
import type { SubmissionTables } from './tables.ts'
import type { SubmitResult } from '../../upstream/boarding/boarding-port.ts'

/** Numbers from [0, 1) that a seed decides (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const KEYS = ['first-0123456789abcdef', 'second-0123456789abcdef', 'third-0123456789abcdef'] as const
const MOMENTS: readonly SubmitFailpointName[] = [
  'judged',
  'written',
  'agreed',
  'leaving',
  'answered',
  'recorded',
]
/** Longest delay of a request after its sender is gone; a person may resolve after 15 s. */
const ARRIVES_MS = 10_000

interface World {
  readonly fixture: Fixture
  /** Token → AppId of the applications at the service. */
  readonly book: Map<string, string>
  readonly lookup: boolean
}

async function worldOf(chance: () => number, close: (() => unknown)[]): Promise<World> {
  const lookup = chance() < 0.5
  const book = new Map<string, string>()
  let dying: SubmitFailpointName | null = null
  const context = {
    open: async (options: object) => {
      const store = await openStore<SubmissionTables>('file::memory:', options)
      close.push(() => store.close())
      return store
    },
  } as unknown as EngineContext<SubmissionTables>
  const failpoint = (name: SubmitFailpointName): Promise<void> | undefined =>
    name === dying ? new Promise<void>(() => {}) : undefined
  const fixture = await createFixture(context, { failpoint })
  const { script, clock } = fixture
  let tokens = 0
  let count = 0
  script.lookup = lookup
  script.accept = () => {
    if (chance() < 0.1) return { kind: 'fault', refused: false, retryAfterMs: null }
    tokens += 1
    return { kind: 'accepted', token: `token-${tokens}` }
  }
  /** The service accepts one application per token. */
  const receive = (token: string): SubmitResult => {
    if (book.has(token)) return { kind: 'refused', code: 'InvalidToken', reference: null, messages: ['used'] }
    count += 1
    book.set(token, `app-${count}`)
    return { kind: 'accepted', appId: `app-${count}`, reference: null }
  }
  script.submit = ({ token }): SubmitResult => {
    const name = token ?? ''
    const luck = chance()
    if (luck < 0.1) return { kind: 'not_sent' }
    if (luck < 0.2)
      return { kind: 'refused', code: 'ValidationError', reference: null, messages: ['DBAName: No.'] }
    if (luck < 0.35) return { kind: 'unknown' }
    if (luck < 0.5) {
      clock.after(Math.floor(chance() * ARRIVES_MS), () => void receive(name))
      return { kind: 'unknown' }
    }
    if (luck < 0.65) {
      receive(name)
      return { kind: 'unknown' }
    }
    if (luck < 0.75) receive(name)
    return receive(name)
  }
  script.find = (by) => {
    if (chance() < 0.2) return { kind: 'fault', refused: false, retryAfterMs: null }
    const appId = 'token' in by ? book.get(by.token) : by.appId
    return appId === undefined
      ? { kind: 'missing' }
      : { kind: 'found', appId, status: chance() < 0.3 ? 'in_review' : 'received', updatedAtMs: clock.now() }
  }
  script.terms = { ...script.terms }
  Object.assign(fixture, {
    die: () => {
      dying = MOMENTS[Math.floor(chance() * MOMENTS.length)] ?? null
    },
    live: () => {
      dying = null
    },
  })
  return { fixture, book, lookup }
}

/** Advances time in growing steps, so that requests in transit arrive in between. */
async function pass(fixture: Fixture, ms: number): Promise<void> {
  for (let passed = 0; passed < ms;) {
    const leap = passed < 16_000 ? 1_000 : 8_000
    fixture.clock.jump(leap)
    await fixture.clock.advance(1_000)
    for (let turns = 0; turns < 3; turns += 1) await turn()
    passed += leap + 1_000
  }
}

async function play(seed: number): Promise<void> {
  const chance = chanceOf(seed)
  const close: (() => unknown)[] = []
  const { fixture, book, lookup } = await worldOf(chance, close)
  const { die, live } = fixture as unknown as { die(): void; live(): void }
  const processes: Fixture[] = [fixture, await fixture.anotherInstance()]
  for (const one of processes) one.submissions.begin()
  const bodies = new Map(
    await Promise.all(KEYS.map(async (key) => [key, await fixture.body({ key })] as const)),
  )
  const received = (): number => book.size
  try {
    for (let step = 0; step < 14; step += 1) {
      const luck = chance()
      const one = processes[Math.floor(chance() * processes.length)] ?? fixture
      if (luck < 0.5) {
        const key = KEYS[Math.floor(chance() * KEYS.length)] ?? KEYS[0]
        const body = chance() < 0.8 ? bodies.get(key) : await fixture.body()
        if (chance() < 0.25) die()
        // Do not await a process that may be dead.
        one.submit({ key, ...(body === undefined ? {} : { body }) }).catch(() => {})
        for (let turns = 0; turns < 6; turns += 1) await turn()
        live()
      } else if (luck < 0.85) await pass(fixture, Math.floor(chance() * 90_000))
      else {
        const row = await fixture.application()
        const appId = [...book.values()].at(-1)
        const resolution =
          appId === undefined
            ? ({ result: 'not_submitted', person: 'ann' } as const)
            : ({ result: 'submitted', appId, person: 'ann' } as const)
        if (row.state === 'in_doubt') await one.submissions.resolve('partner', 'A-7', resolution)
      }
      assert.ok(received() <= 1, `seed ${seed}: ${received()} applications at the service`)
    }
    await pass(fixture, 240_000)
    const { state, appId } = await fixture.application()
    assert.ok(received() <= 1, `seed ${seed}: ${received()} applications at the service`)
    const has = received() === 1
    const good = has
      ? ['submitted', 'in_review', ...(lookup ? [] : ['in_doubt'])]
      : ['draft', 'refused', ...(lookup ? [] : ['in_doubt'])]
    assert.ok(good.includes(state), `seed ${seed}: ${state}, and the service has ${received()}`)
    if (state === 'submitted' || state === 'in_review')
      assert.equal(appId, [...book.values()][0], `seed ${seed}`)
    for await (const { broken } of auditApplications(fixture.store))
      assert.equal(broken, null, `seed ${seed}`)
  } finally {
    await Promise.all(
      processes.map(({ submissions }) => {
        const drained = submissions.drain()
        void pass(fixture, 20_000)
        return drained
      }),
    )
    for (const one of close) await one()
  }
}

const SEEDS = 40

void describe('INV-19 random histories', { concurrency: 1 }, () => {
  for (let first = 1; first <= SEEDS; first += 20)
    test(`INV-19 seeds ${first} to ${first + 19}: at most one application, and its reported state is true`, async () => {
      for (let seed = first; seed < first + 20; seed += 1) await play(seed)
    })
})
