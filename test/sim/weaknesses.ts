// Rules that are removed on purpose, one at a time: a simulation that does not notice proves nothing. Each weakness wraps a port
// of the real ledger, so the product has no switch for it.
import type { StartSale } from '@tapboard/contract'
import type { LedgerStore, LedgerTransaction } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import type { MemoryConnection } from './memory-transaction.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { changed } from '../../packages/bff/src/sale/ledger/races.testing.ts'
import { LEDGER_INDEXES } from '../../packages/bff/src/sale/ledger/schema.ts'
import type { SessionReading } from '../../packages/bff/src/upstream/terminal/client.ts'
import { NO_GRANTS, type Grants } from '../../packages/bff/src/token/order-grant.ts'
import type { MerchantUpstream } from '../../packages/bff/src/upstream/terminal/merchant.ts'
import type { MachineEvent } from '../../packages/elements/src/terminal-pay/terminal-pay.machine.ts'
import type { JudgeEvent } from './tampering.ts'
import type { World } from './world.ts'

/** Changes the events of a page: a rule of the page taken away. */
export type ChangePageEvent = (event: MachineEvent) => MachineEvent

export interface Weakness {
  readonly name: string
  readonly connection?: Partial<MemoryConnection>
  readonly store?: (store: LedgerStore) => LedgerStore
  /** The grants that a start reads before its transaction. */
  readonly grants?: Pick<Grants, 'newest'>
  /** The request that a page sends in place of a start. */
  readonly request?: (request: StartSale) => StartSale
  /** Changes the events of pages. */
  readonly page?: ChangePageEvent
  readonly upstream?: (upstream: MerchantUpstream, world: World) => MerchantUpstream
  /** Instances of the upstream do not compare the version of a session at write. */
  readonly staleSessions?: boolean
  /** The charges are compared soon after the restore, before the last lost sale is over. */
  readonly comparesEarly?: boolean
  /** An unsent sale of a restored copy stays unsent. */
  readonly keepsIntents?: boolean
  /** How the audit judges an event. */
  readonly audit?: (judge: JudgeEvent) => JudgeEvent
  /**
   * Seed of the first story of the test, shortly before the first one that notices the weakness. A change of the stories moves that one:
   * the test then takes longer and still fails only after as many stories. Default 1.
   */
  readonly firstSeed?: number
  /** The beginning of the violation, where another promise could notice the weakness by chance. */
  readonly noticedBy?: string
}

/** The upstream as a weakened BFF sees it. */
export const weakened = (
  weakness: Weakness | null,
  upstream: MerchantUpstream,
  world: World,
): MerchantUpstream => weakness?.upstream?.(upstream, world) ?? upstream

/** A store whose transactions are changed. */
const transactions =
  (change: (trx: LedgerTransaction) => Partial<LedgerTransaction>) =>
  (store: LedgerStore): LedgerStore =>
    changed(store, change)

/** Answers the caller before the transaction commits. */
const answersBeforeCommit = (store: LedgerStore): LedgerStore => ({
  ...store,
  transaction: (work) =>
    new Promise((resolve, reject) => {
      store
        .transaction(async (trx) => {
          const result = await work(trx)
          resolve(result)
          return result
        })
        .catch(reject)
    }),
})

/** Treats a lease as held for ever once it was claimed. */
function ignoresFences(store: LedgerStore): LedgerStore {
  const fences = new Map<string, number>()
  const change = transactions((trx) => ({
    find: async (id) => {
      const row = await trx.find(id)
      return row === null ? null : { ...row, fence: fences.get(id) ?? row.fence }
    },
    update: async (read, changes) => {
      const row = await trx.find(read.id)
      return row !== null && trx.update(row, changes)
    },
  }))(store)
  return {
    ...change,
    renew: async (_owner, ids) => ids.map((id) => ({ id, fence: fences.get(id) ?? 0 })),
    claimDue: async (claim) => {
      const rows = await store.claimDue(claim)
      for (const { id, fence } of rows) fences.set(id, fence)
      return rows
    },
  }
}

/** Treats any event with the number that it tried to write as its own. */
function claimsForeignEvents(store: LedgerStore): LedgerStore {
  const tried = new Map<string, string>()
  const change = transactions((trx) => ({
    insertEvent(event) {
      tried.set(`${event.saleId} ${event.number}`, event.hash)
      return trx.insertEvent(event)
    },
  }))(store)
  return {
    ...change,
    async eventHash(id, number) {
      const hash = await store.eventHash(id, number)
      return hash === null ? null : (tried.get(`${id} ${number}`) ?? hash)
    },
  }
}

const hasRow = (result: unknown): result is { readonly row: SaleRow } =>
  typeof result === 'object' && result !== null && 'row' in result

/** Neither the ledger nor the process that sent knows that the result of a send was unknown. */
function forgetsSendDoubt(store: LedgerStore): LedgerStore {
  const change = transactions((trx) => ({
    update: (read, { sendDoubted: _doubted, ...changes }) => trx.update(read, changes),
  }))(store)
  return {
    ...change,
    async transaction<Result>(work: (trx: LedgerTransaction) => Promise<Result>) {
      const result = await change.transaction(work)
      return hasRow(result) ? { ...result, row: { ...result.row, sendDoubted: false } } : result
    },
  }
}

/** The work on a sale throws once in each process; the lease expires, and the next owner goes on. */
function throwsOnce(store: LedgerStore): LedgerStore {
  let hasThrown = false
  return transactions((trx) => ({
    async update(read, changes) {
      if (hasThrown || read.state !== 'started') return trx.update(read, changes)
      hasThrown = true
      throw new TypeError('a fault of the program')
    },
  }))(store)
}

/** A start does not see a review without the order lock; pages do. A start looks for its key before it reads the attempts. */
function overlooksReview(store: LedgerStore): LedgerStore {
  let starts = 0
  const change = transactions(() => ({ lockedAttempts: async () => [] }))(store)
  return {
    ...change,
    async byKey(merchant, order, key) {
      const row = await store.byKey(merchant, order, key)
      if (row === null) starts += 1
      return row
    },
    async attempts(group) {
      const attempts = await store.attempts(group)
      if (starts === 0) return attempts
      starts = 0
      return attempts.filter(({ state, orderHold }) => state !== 'review' || orderHold)
    },
  }
}

/** A refund does not see the other refunds of its sale. */
const overlooksRefunds = (store: LedgerStore): LedgerStore => ({
  ...transactions(() => ({ lockedRefunds: async () => [] }))(store),
  refunds: async () => [],
})

const withoutAmounts = (refunds: readonly SaleRow[]): SaleRow[] =>
  refunds.map((row) => (row.state === 'approved' ? { ...row, amountMinor: 0 } : row))

/** Does not add up what was paid back. */
const forgetsAmounts = (store: LedgerStore): LedgerStore => ({
  ...transactions((trx) => ({
    lockedRefunds: async (sale) => withoutAmounts(await trx.lockedRefunds(sale)),
  }))(store),
  refunds: async (merchant, order) => withoutAmounts(await store.refunds(merchant, order)),
})

const KINDS: ReadonlySet<string> = new Set(['transactionType', 'xCommand'])

const withoutKind = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !KINDS.has(name))
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? withoutKind(value as typeof body) : value,
      ]),
  )

/** Does not compare the kind of a transaction. */
const ignoresKind = (upstream: MerchantUpstream): MerchantUpstream => ({
  ...upstream,
  client: {
    ...upstream.client,
    async readSession(sessionId, options) {
      const reading = await upstream.client.readSession(sessionId, options)
      return reading.kind === 'found' ? { ...reading, body: withoutKind(reading.body) } : reading
    },
  },
})

/** Sends again under a new external ID when an answer is lost. */
const resendsUnderNewId = (upstream: MerchantUpstream): MerchantUpstream => ({
  ...upstream,
  sender: {
    ...upstream.sender,
    async send(order, beforeBody) {
      const first = await upstream.sender.send(order, beforeBody)
      if (first.exchange.kind !== 'broken') return first
      return upstream.sender.send({ ...order, externalId: `${order.externalId}-2` }, beforeBody)
    },
  },
})

/** Treats an unpaid answer as the truth after one observation. */
function trustsFirstUnpaid(upstream: MerchantUpstream): MerchantUpstream {
  const believed = new Map<string, SessionReading>()
  return {
    ...upstream,
    client: {
      ...upstream.client,
      async readSession(sessionId, options) {
        const known = believed.get(sessionId)
        if (known !== undefined) return known
        const reading = await upstream.client.readSession(sessionId, options)
        if (reading.kind === 'found' && reading.body['status'] === 'TIMEOUT') believed.set(sessionId, reading)
        return reading
      },
    },
  }
}

/** Does not ask again about a session that it has called unpaid twice: the earlier attempt is not read again. */
function skipsReread(upstream: MerchantUpstream, world: World): MerchantUpstream {
  const seen = new Map<string, { readonly atMs: number; readonly status: unknown }>()
  const ended = new Map<string, SessionReading>()
  return {
    ...upstream,
    client: {
      ...upstream.client,
      async readSession(sessionId, options) {
        const known = ended.get(sessionId)
        if (known !== undefined) return known
        const reading = await upstream.client.readSession(sessionId, options)
        if (reading.kind !== 'found') return reading
        const { status } = reading.body
        const before = seen.get(sessionId)
        if (status !== 'TIMEOUT' && status !== 'USER_CANCELLED') seen.delete(sessionId)
        else if (before?.status !== status) seen.set(sessionId, { atMs: world.now(), status })
        else if (world.now() - before.atMs >= 3_000) ended.set(sessionId, reading)
        return reading
      },
    },
  }
}

/** Sends after the deadline, too. */
const ignoresSendDeadline = (upstream: MerchantUpstream): MerchantUpstream => ({
  ...upstream,
  sender: {
    ...upstream.sender,
    send: (order, beforeBody) =>
      upstream.sender.send(order, async () => {
        await beforeBody()
        return true
      }),
  },
})

/** Forgets that a start left: its press then looks unsent. */
const forgetsPosts: ChangePageEvent = (event) =>
  event.type === 'posted' || event.type === 'unanswered' ? { type: 'probed', reached: false } : event

/** Takes an unknown result for an end without a payment. */
const believesDoubt: ChangePageEvent = (event) =>
  event.type === 'seen' && event.sale.state === 'in_doubt'
    ? { ...event, sale: { ...event.sale, state: 'timed_out', settledAtMs: event.sale.nowMs } }
    : event

/** Ignores news of the order after an end. */
const ignoresOrder: ChangePageEvent = (event) =>
  event.type === 'ordered' ? { type: 'linked', link: 'alive' } : event

/** All planted mistakes: the invariants must catch each of them. */
export const WEAKNESSES: readonly Weakness[] = [
  {
    name: 'an answer that is lost is followed by a send with a new external ID',
    upstream: resendsUnderNewId,
  },
  {
    name: 'no order lock',
    firstSeed: 151,
    connection: { without: [LEDGER_INDEXES.order, LEDGER_INDEXES.attempt, LEDGER_INDEXES.externalId] },
  },
  { name: 'no device lock', firstSeed: 51, connection: { without: [LEDGER_INDEXES.device] } },
  {
    name: 'one key may start two sales',
    connection: {
      without: [
        LEDGER_INDEXES.idempotencyKey,
        LEDGER_INDEXES.externalId,
        LEDGER_INDEXES.order,
        LEDGER_INDEXES.attempt,
        LEDGER_INDEXES.device,
      ],
    },
  },
  { name: 'the send goes out before the commit', store: answersBeforeCommit },
  { name: 'fences are ignored', firstSeed: 51, store: ignoresFences },
  { name: 'the loop of a sale throws once', store: throwsOnce, noticedBy: 'the loop of a sale failed' },
  { name: 'one unpaid read is enough', upstream: trustsFirstUnpaid },
  {
    name: 'a repeat that was not sent proves that nothing was',
    firstSeed: 201,
    store: forgetsSendDoubt,
  },
  { name: 'the deadline of a send is ignored', firstSeed: 451, upstream: ignoresSendDeadline },
  {
    name: 'a start carries no deadline',
    firstSeed: 51,
    request: ({ deadlineAtMs: _deadline, ...request }) => request,
  },
  {
    name: 'the ledger forgets the deadline of a start',
    firstSeed: 251,
    store: transactions((trx) => ({
      insertSale: (row) => trx.insertSale({ ...row, deadlineAtMs: null }),
    })),
  },
  { name: 'an earlier attempt is not read again', upstream: skipsReread },
  { name: 'a page forgets that its start left', page: forgetsPosts },
  { name: 'a page takes an unknown result for an unpaid one', page: believesDoubt },
  { name: 'a page with an end ignores its order', page: ignoresOrder },
  { name: 'a write does not compare the fence', firstSeed: 301, connection: { ignoresFence: true } },
  {
    // Noticed if the event of the other owner takes the place of a session that only this process knows, and nothing else can
    // name it. That is one story in 3,600.
    name: 'another event of that number counts as the own commit',
    store: claimsForeignEvents,
    firstSeed: 4_351,
  },
  {
    name: 'a review without the order lock does not block the next attempt',
    firstSeed: 151,
    store: overlooksReview,
  },
  {
    name: 'a start does not compare the grant of its token',
    grants: NO_GRANTS,
    store: transactions(() => ({ lockedGrant: async () => null })),
  },
  {
    name: 'the grant may change between its comparison and the commit of a start',
    firstSeed: 51,
    store: transactions(() => ({ lockedGrant: async () => null })),
  },
  { name: 'a refund begins beside an open one', firstSeed: 51, store: overlooksRefunds },
  { name: 'the refunds of a sale are not added up', firstSeed: 451, store: forgetsAmounts },
  { name: 'an answer about another kind of transaction counts', firstSeed: 101, upstream: ignoresKind },
  {
    name: 'the hold of a restore is ignored',
    firstSeed: 51,
    connection: { ignores: 'hold' },
    noticedBy: 'INV-5',
  },
  {
    name: 'the hold of a restore ends before the last lost sale is over',
    firstSeed: 51,
    comparesEarly: true,
    noticedBy: 'INV-5',
  },
  { name: 'an unsent sale of a restored copy counts as never sent', firstSeed: 301, keepsIntents: true },
  {
    name: 'a lost charge does not refuse its attempt',
    firstSeed: 51,
    connection: { ignores: 'lost charges' },
    noticedBy: 'INV-5',
  },
  {
    name: 'two instances of the upstream write one session without its version',
    firstSeed: 101,
    staleSessions: true,
  },
  {
    name: 'the audit does not compare the hash before',
    audit: (judge) => (event, number) => judge(event, number, event.prevHash),
  },
]
