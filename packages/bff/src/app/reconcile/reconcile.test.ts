// The command `tapboard reconcile` on both engines: a ledger that lost the rows of charged sales, and a scripted report.
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { auditLog, auditRecords, type AuditTables } from '../../durable/audit-log.ts'
import { EVERY_ORDER, readHolds, setHold } from '../../sale/ledger/recovery-hold.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import type { Transport } from '../../upstream/transport/outbound-port.ts'
import {
  answer,
  charge,
  holdEarlier,
  idOf,
  KEY,
  loseRows,
  MERCHANT,
  NOW,
  reconcile,
  reporting,
  tillOn,
} from './reconcile.testing.ts'

eachEngine<LedgerTables>(
  'D-175 names lost charges with their orders, holds them, and releases one',
  async ({ store, url }) => {
    const start = await tillOn(store)
    const lost = idOf(await start('o1', 'd1'))
    const other = idOf(await start('o2', 'd2'))
    await loseRows(store)
    const kept = idOf(await start('o3', 'd3'))
    await store.db
      .insertInto('order_grant')
      .values({
        merchant: MERCHANT,
        order_ref: 'o1',
        amount_minor: 4200,
        currency: 'USD',
        generation: 1,
        withdrawn: 0,
      })
      .execute()
    const report = reporting([
      charge(lost),
      charge('another-program-1'),
      // A page may be larger than other answers of the upstream.
      charge(kept, { xCustom: 'x'.repeat(200_000) }),
      charge('tb-declined', { xStatus: 'Declined', xResponseResult: 'D' }),
      charge(other, { xExternalRequestID: undefined, xExternalRequestId: other }),
    ])
    const first = await reconcile(url, report, '--from', '2026-11-26T10:00:00Z')
    assert.equal(first.code, 1)
    assert.match(
      first.out[0] ?? '',
      new RegExp(`^lost: 42.00 of ${MERCHANT}, order o1, attempt 1, .* ${lost}`),
    )
    assert.match(first.out[1] ?? '', /order unknown/)
    assert.equal(
      first.out[2],
      'differences: 2: 3 charges from 2026-11-26T10:00:00.000Z to 2026-11-26T12:00:00.000Z',
    )
    assert.equal(report.asked.length, 5)
    assert.ok(report.asked.every(({ headers }) => headers['authorization'] === KEY))
    for (const [order, device] of [
      ['o1', 'd1'],
      ['o2', 'd2'],
    ] as const) {
      const refused = await start(order, device)
      assert.ok(!refused.ok && refused.code === 'store-restored')
    }
    const again = await reconcile(url, reporting([charge(lost)]), '--json')
    assert.equal(again.code, 1)
    const [found, summary] = again.out.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.deepEqual([found?.['type'], found?.['known'], found?.['externalId']], ['lost', true, lost])
    assert.deepEqual([summary?.['charges'], summary?.['differences']], [1, 1])
    assert.equal((await reconcile(url, report, 'release', lost)).code, 0)
    assert.equal((await reconcile(url, report, 'release', lost)).code, 1)
    assert.equal(idOf(await start('o1', 'd1')), lost)
    const records = []
    for await (const { entry } of auditRecords(store as unknown as Store<AuditTables>))
      records.push((JSON.parse(entry) as { action: string }).action)
    assert.deepEqual(records, ['charge-held', 'charge-held', 'charge-released'])
    for await (const { broken } of auditLog(store as unknown as Store<AuditTables>))
      assert.equal(broken, null)
  },
)

eachEngine<LedgerTables>(
  'D-217 an order whose second attempt was charged and lost does not start again with its first',
  async ({ store, url }) => {
    const start = await tillOn(store)
    // The first attempt never reached the terminal, so the payment service does not know its external ID.
    const unsent = idOf(await start('o1', 'd1'))
    await store.db
      .updateTable('sale')
      .set({ state: 'not_started', order_hold: 0, device_hold: 0, settled_at_ms: 1 })
      .execute()
    const charged = idOf(await start('o1', 'd1', 2))
    await loseRows(store)
    assert.equal((await reconcile(url, reporting([charge(charged)]))).code, 1)
    const refused = await start('o1', 'd1')
    assert.ok(!refused.ok && refused.code === 'store-restored')
    assert.ok((await start('o2', 'd1')).ok)
    assert.equal((await reconcile(url, reporting([]), 'release', charged)).code, 0)
    assert.equal(idOf(await start('o1', 'd2')), unsent)
  },
)

eachEngine<LedgerTables>(
  'D-217 a lost refund is named with the order of its sale, and with that reference',
  async ({ store, url }) => {
    const start = await tillOn(store)
    const sold = idOf(await start('o1', 'd1'))
    await store.db.updateTable('sale').set({ state: 'approved', reference: 'ref-9' }).execute()
    const refund = { xCommand: 'cc:credit', xCreditOfRefNum: 'ref-9' }
    const report = reporting([charge(sold), charge('tb-credit', refund)])
    const { code, out } = await reconcile(url, report)
    assert.equal(code, 1)
    assert.match(
      out[0] ?? '',
      new RegExp(`^lost: 42.00 of ${MERCHANT}, a refund of order o1, reference .*tb-credit`),
    )
    const [row] = await store.db.selectFrom('lost_charge').selectAll().execute()
    assert.deepEqual([row?.order_ref, row?.attempt, row?.credit_of], ['o1', null, 'ref-9'])
  },
)

eachEngine<LedgerTables>(
  'D-175 names a charge whose sale ended unpaid, and nothing else of a complete ledger',
  async ({ store, url }) => {
    const start = await tillOn(store)
    const [one, two] = [idOf(await start('o1', 'd1')), idOf(await start('o2', 'd2'))]
    assert.equal((await reconcile(url, reporting([charge(one), charge(two)]))).code, 0)
    await store.db
      .updateTable('sale')
      .set({ state: 'declined', order_hold: 0, device_hold: 0 })
      .where('external_id', '=', one)
      .execute()
    const { code, out } = await reconcile(url, reporting([charge(one), charge(two)]))
    assert.equal(code, 1)
    assert.match(out[0] ?? '', /^unpaid: sale sale_\w+ of .*, order o1, is declined, but 42.00 was charged/)
    assert.equal(out.filter((line) => /^(lost|unpaid)/.test(line)).length, 1)
  },
)

eachEngine<LedgerTables>(
  'D-175 ends the hold of a restore only after a whole comparison',
  async ({ store, url }) => {
    const start = await tillOn(store)
    await holdEarlier(store)
    const silent: Transport = {
      ...reporting([]),
      request: async () => answer({ error: { code: 'UNAUTHORIZED', message: 'x' } }, 401),
    }
    const failed = await reconcile(url, silent, '--release')
    assert.deepEqual([failed.code, failed.out], [2, []])
    assert.match(failed.errors[0] ?? '', /gives no report \(unauthorized\).*Nothing was released/)
    assert.equal((await readHolds(store)).length, 1)
    assert.equal((await reconcile(url, reporting([]))).code, 0)
    assert.equal((await readHolds(store)).length, 1)
    const done = await reconcile(url, reporting([]), '--release')
    assert.deepEqual(
      [done.code, done.out.slice(1)],
      [0, ['The hold of the restore has ended; lost charges stay held.']],
    )
    assert.equal((await readHolds(store)).length, 0)
    assert.ok((await start('o1', 'd1')).ok)
  },
)

eachEngine<LedgerTables>(
  'D-205 keeps the hold of a restore while a sale that was open before can be charged',
  async ({ store, url }) => {
    await tillOn(store)
    const { sinceMs } = await setHold(store, EVERY_ORDER, { by: 'command', user: 'operator' })
    const none = reporting([])
    const early = await reconcile(url, none, '--release')
    assert.deepEqual([early.code, early.out, none.asked.length], [2, [], 0])
    const from = new Date(sinceMs + 370_000).toISOString()
    assert.match(
      early.errors[0] ?? '',
      new RegExp(`^--release is possible from ${from}: .* Nothing was released`),
    )
    assert.deepEqual(early.more, ['More: npx tapboard explain change-refused'])
    assert.equal((await readHolds(store)).length, 1)
    const whole = await reconcile(url, none)
    assert.match(whole.out.at(-1) ?? '', /^Run it again in seven minutes/)
  },
)

eachEngine<LedgerTables>(
  'D-222 compares from 72 hours before the hold, the last known write or now',
  async ({ store, url }) => {
    await tillOn(store)
    await holdEarlier(store)
    for (const [knownHoursAgo, heldHoursAgo, from] of [
      // D-218: a BFF went on after the fail-over, and wrote until the mark.
      [0, 0, '2026-11-23T12:00:00.000Z'],
      [1, 1, '2026-11-23T11:00:00.000Z'],
      // Marked days before the comparison.
      [100, 100, '2026-11-19T08:00:00.000Z'],
      [null, 100, '2026-11-19T08:00:00.000Z'],
      // A copy of 100 hours ago.
      [100, 1, '2026-11-19T08:00:00.000Z'],
    ] as const) {
      const known_until_ms = knownHoursAgo === null ? null : NOW - knownHoursAgo * 3_600_000
      const since_ms = NOW - heldHoursAgo * 3_600_000
      await store.db.updateTable('recovery_hold').set({ known_until_ms, since_ms }).execute()
      const { out } = await reconcile(url, reporting([]))
      assert.match(out[0] ?? '', new RegExp(`^ok: 0 charges from ${from} to `))
    }
  },
  {},
  ['sqlite'],
)

eachEngine<LedgerTables>(
  'names the entry of a fault that is not about the tables of a ledger',
  async ({ store, url }) => {
    await tillOn(store)
    const broken: Transport = { ...reporting([]), request: () => Promise.reject(new TypeError('x')) }
    const { code, errors, more } = await reconcile(url, broken)
    assert.deepEqual([code, errors], [2, ['The ledger could not be compared.']])
    assert.deepEqual(more, ['More: npx tapboard explain start-failed'])
  },
  {},
  ['sqlite'],
)

eachEngine<LedgerTables>(
  'D-175 D-222 refuses to end the hold of a restore after a comparison of a part',
  async ({ store, url }) => {
    await tillOn(store)
    await holdEarlier(store)
    const [hold] = await readHolds(store)
    // A mark after a fail-over knows the writes after it: a charge before them can be lost.
    const knownUntilMs = NOW - 3_600_000
    await store.db.updateTable('recovery_hold').set({ known_until_ms: knownUntilMs }).execute()
    const fromMs = Math.min(knownUntilMs, hold?.sinceMs ?? NOW) - 72 * 3_600_000
    for (const part of [
      ['--from', new Date(knownUntilMs + 1).toISOString()],
      ['--from', new Date(knownUntilMs).toISOString()],
      ['--from', new Date(fromMs + 1).toISOString()],
      ['--to', new Date(NOW - 1).toISOString()],
    ]) {
      const { code, errors } = await reconcile(url, reporting([]), '--release', ...part)
      assert.deepEqual([code, errors.length], [2, 1])
      const whole = `^--release needs a comparison of all merchants from ${new Date(fromMs).toISOString()} or earlier until now: `
      assert.match(errors[0] ?? '', new RegExp(whole))
      assert.equal((await readHolds(store)).length, 1)
    }
    const whole = new Date(fromMs).toISOString()
    assert.equal((await reconcile(url, reporting([]), '--release', '--from', whole)).code, 0)
    assert.equal((await readHolds(store)).length, 0)
  },
)

eachEngine<LedgerTables>(
  'D-219 refuses to end the hold of a restore while the ledger has a merchant that is not compared',
  async ({ store, url }) => {
    const start = await tillOn(store)
    await start('o1', 'd1')
    await store.db.updateTable('sale').set({ merchant: 'old-shop' }).execute()
    const grant = {
      order_ref: 'o2',
      amount_minor: 4200,
      currency: 'USD',
      withdrawn: 0,
      generation: 1,
    } as const
    for (const merchant of [MERCHANT, 'granted-only'])
      await store.db
        .insertInto('order_grant')
        .values({ ...grant, merchant })
        .execute()
    await holdEarlier(store)
    const none = reporting([])
    const refused = await reconcile(url, none, '--release')
    assert.deepEqual([refused.code, refused.out, none.asked.length], [2, [], 0])
    assert.match(
      refused.errors[0] ?? '',
      /the configuration lacks granted-only, old-shop\. Put back each .* Nothing was released\.$/,
    )
    assert.deepEqual(refused.more, ['More: npx tapboard explain command-invalid'])
    assert.equal((await readHolds(store)).length, 1)
    assert.equal((await reconcile(url, none)).code, 0)
  },
)

eachEngine<LedgerTables>(
  'D-175 a wrong call, an unknown merchant and a store without tables are one sentence',
  async ({ url, store }) => {
    const none = reporting([])
    const old = await reconcile(url, none)
    assert.deepEqual(
      [old.code, old.errors],
      [2, ['The tables of TAPBOARD_STORE_URL are missing or old; run: tapboard migrate']],
    )
    await tillOn(store)
    for (const args of [['now'], ['release'], ['--merchant', 'nobody']]) {
      const wrong = await reconcile(url, none, ...args)
      assert.equal(wrong.code, 2)
      assert.match(wrong.errors[0] ?? '', /tapboard reconcile|must name a merchant/)
    }
    for (const option of ['--from', '--to']) {
      const wrong = await reconcile(url, none, option, 'yesterday')
      assert.deepEqual(
        [wrong.code, wrong.errors],
        [2, [`${option} must be a time such as 2026-11-27T08:00:00Z.`]],
      )
    }
    assert.equal(none.asked.length, 0)
  },
)
