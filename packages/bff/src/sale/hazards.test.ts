// Sales in bad weather, from a seed: requests and answers lost, late or refused, reads that fail, processes that die at any
// step. Held against the upstream's own book of charges: never charged twice, never lost, never approved unpaid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnpaid } from '@tapboard/contract'
import { openStore, StoreError, type Store } from '@tapboard/store'
import type { Clock } from '../ports.ts'
import type { Exchange } from '../upstream/classify.ts'
import { faultOf } from '../upstream/fault.ts'
import type { InitiateOrder } from '../upstream/initiate.ts'
import type { SendReport, UpstreamFeatures } from '../upstream/merchant.ts'
import { firstBroken } from './chain.ts'
import { createSales } from './create-sales.ts'
import type { LedgerTables } from './row.ts'
import type { Sales } from './sales.ts'
import { ManualClock } from '../testing/clock.ts'
import { accepted, accessTo, answered, keptLog, ScriptedUpstream, seededRandom } from './testing.ts'

interface Session {
  readonly id: string
  readonly externalId: string
  readonly endsAtMs: number
  readonly end: 'approved' | 'declined' | 'TIMEOUT'
}

/** An upstream with a book of its own. One that promises nothing about a repeat charges it again. */
class StormyUpstream extends ScriptedUpstream {
  readonly sessions: Session[] = []
  readonly #chance: () => number
  readonly #clock: ManualClock

  constructor(features: Partial<UpstreamFeatures>, clock: ManualClock, chance: () => number) {
    super(features)
    this.#clock = clock
    this.#chance = chance
    this.onSend = (order) => this.#initiate(order)
    this.onFind = (externalId) => this.#of(externalId)?.id ?? null
    this.client.readSession = async (sessionId) => {
      if (chance() < 0.2) return faultOf(chance() < 0.5 ? 'broken' : 'garbled')
      const session = this.sessions.find(({ id }) => id === sessionId)
      if (session === undefined) return { kind: 'missing' }
      return { kind: 'found', body: this.#body(session), etag: null, retryAfterMs: null }
    }
  }

  #of(externalId: string): Session | undefined {
    return this.sessions.find((session) => session.externalId === externalId)
  }

  #body({ id, endsAtMs, end }: Session): Readonly<Record<string, unknown>> {
    if (this.#clock.now() < endsAtMs) return { sessionId: id, status: 'IN_PROGRESS' }
    if (end === 'TIMEOUT') return { sessionId: id, status: 'TIMEOUT' }
    const paid = { responseCode: '00', transactionResult: { status: end, xRefNum: `R${id}`, amount: 42 } }
    return {
      sessionId: id,
      status: 'COMPLETED',
      ...(end === 'approved' ? paid : { xGatewayStatus: 'Declined' }),
    }
  }

  #arrive({ externalId }: InitiateOrder): Exchange {
    const known = this.features.repeat === 'unknown' ? undefined : this.#of(externalId)
    if (known !== undefined && this.features.repeat === 'replays') return accepted(known.id)
    if (known !== undefined)
      return answered(409, { error: { code: 'INVALID_REQUEST', message: 'used' }, sessionId: known.id })
    const id = `s${this.sessions.length + 1}`
    const roll = this.#chance()
    const end = roll < 0.5 ? 'approved' : roll < 0.8 ? 'declined' : 'TIMEOUT'
    const endsAtMs = this.#clock.now() + Math.round(this.#chance() ** 3 * 299_000)
    this.sessions.push({ id, externalId, endsAtMs, end })
    return accepted(id)
  }

  #initiate(order: InitiateOrder): SendReport {
    const roll = this.#chance()
    const lost: Exchange = { kind: 'broken', cause: 'reset' }
    if (roll < 0.1) return { exchange: { kind: 'no_byte', cause: 'refused' }, late: null }
    if (roll < 0.2) return { exchange: lost, late: null }
    const answer = this.#arrive(order)
    if (roll < 0.4) return { exchange: lost, late: null }
    if (roll < 0.5) return { exchange: lost, late: this.#later(answer) }
    return { exchange: answer, late: null }
  }

  #later(answer: Exchange): Promise<Exchange> {
    return new Promise((resolve) => this.#clock.after(this.#chance() * 60_000, () => resolve(answer)))
  }
}

const FEATURES: readonly Partial<UpstreamFeatures>[] = [
  {},
  { lookup: 'authoritative' },
  { repeat: 'replays' },
  { repeat: 'refuses', lookup: 'authoritative' },
]

/** A process that can be killed: from then on its store is out of reach and its timers never fire. */
function mortal(store: Store<LedgerTables>, clock: Clock): Mortal {
  let dead = false
  return {
    kill: () => void (dead = true),
    clock: {
      now: () => clock.now(),
      after: (delayMs, callback) => clock.after(delayMs, () => dead || callback()),
    },
    store: {
      ...store,
      async transaction(work) {
        if (dead) throw new StoreError('store-unavailable', 'killed')
        return store.transaction(work)
      },
    },
  }
}

interface Mortal {
  readonly store: Store<LedgerTables>
  readonly clock: Clock
  kill(): void
}

async function run(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const chance = (): number => (random(1)[0] ?? 0) / 256
  const clock = new ManualClock()
  const upstream = new StormyUpstream(FEATURES[seed % FEATURES.length] ?? {}, clock, chance)
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const { log } = keptLog()
  let one = mortal(store, clock)
  let calm = false
  const make = (): Sales =>
    createSales({
      store: one.store,
      merchants: () => upstream,
      clock: one.clock,
      random,
      log,
      failpoint: (name) => {
        if (!calm && name !== 'created' && chance() < 0.02) one.kill()
      },
    })
  let sales = make()
  await sales.begin()
  const tills = [0, 0, 0]
  for (let round = 0; round < 60; round += 1) {
    for (const [till, number] of tills.entries()) {
      const order = `${till}-${number}`
      const newest = await sales.newest(accessTo(order))
      if (newest !== null && !isUnpaid(newest.state)) {
        if (['approved', 'in_doubt', 'review'].includes(newest.state)) tills[till] = number + 1
        continue
      }
      const attempt = (newest?.attempt ?? 0) + 1
      const deviceId = `d-${order}`
      const request = { order, attempt, amountMinor: 4200, currency: 'USD', deviceId } as const
      await sales.start(accessTo(order), request, `key-of-${order}-${attempt}-0000`).catch(() => {})
    }
    await clock.advance(chance() * 20_000)
    if (chance() < 0.05) one.kill()
    if (chance() < 0.2) {
      one.kill()
      one = mortal(store, clock)
      sales = make()
      await sales.begin()
    }
  }
  calm = true
  one.kill()
  one = mortal(store, clock)
  sales = make()
  await sales.begin()
  await clock.advance(400_000)
  await judge(store, upstream, seed)
  const ended = sales.drain()
  await clock.advance(16_000)
  await ended
  await store.close()
}

async function judge(store: Store<LedgerTables>, upstream: StormyUpstream, seed: number): Promise<void> {
  const rows = await store.db.selectFrom('sale').selectAll().execute()
  const say = (what: string): string => `seed ${seed}: ${what}`
  for (const order of new Set(rows.map((row) => row.order_ref))) {
    const ours = rows.filter((row) => row.order_ref === order).map((row) => row.external_id)
    const charged = upstream.sessions.filter(
      ({ externalId, end }) => end === 'approved' && ours.includes(externalId),
    )
    assert.ok(charged.length <= 1, say(`order ${order} was charged ${charged.length} times`))
  }
  for (const row of rows) {
    const paid = upstream.sessions.some(
      ({ externalId, end }) => externalId === row.external_id && end === 'approved',
    )
    if (row.state === 'approved') assert.ok(paid, say(`${row.id} is approved without a charge`))
    if (isUnpaid(row.state)) assert.ok(!paid, say(`${row.id} is ${row.state} and was charged`))
    if (paid && row.session_id !== null) assert.equal(row.state, 'approved', say(JSON.stringify(row)))
    const sends = upstream.sent.filter(({ externalId }) => externalId === row.external_id).length
    assert.ok(sends <= 3, say('sent more than three times'))
    const events = store.db.selectFrom('sale_event').selectAll().where('sale_id', '=', row.id)
    assert.equal(firstBroken(await events.orderBy('number').execute(), row.event_hash), null, say('chain'))
  }
  assert.equal(
    upstream.sessions.every(({ externalId }) => rows.some((row) => row.external_id === externalId)),
    true,
  )
}

const [first = 1, count = 24] = (process.env['HAZARD_SEEDS'] ?? '').split('+').filter(Boolean).map(Number)
test(`P3 in bad weather no order is charged twice and no charge is lost (${count} seeds)`, async () => {
  for (let seed = first; seed < first + count; seed += 1) await run(seed)
})
