/** Application rows: atomic, encrypted, one status change at a time. */
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { openKernel } from '../app/open-kernel.ts'
import { TIER, type TierRow } from '../schema/boarding.ts'
import type { Tables } from '../schema/schema.ts'
import { llcValues, soleValues, TEST_DATA_KEY } from '../testing.ts'
import { openAccounts } from '../account/accounts.ts'
import type { Store } from '@tapboard/store'
import { ApplicationRepository, type TransactionHook, type NewApplication } from './applications.ts'

async function begin(store: Store<Tables>, created?: TransactionHook) {
  const kernel = await openKernel({ store, dataKey: TEST_DATA_KEY })
  const account = await openAccounts(kernel).createAccount('Partner')
  const accountId = account?.id ?? ''
  const tier: TierRow = {
    id: 'tier_1',
    accountId: accountId,
    name: 'Standard',
    sandbox: false,
    label: null,
    summary: null,
    fees: '[]',
    includes: '[]',
    cobrandId: 'live',
    cobrandSecret: null,
    createdAtMs: 1,
    removedAtMs: null,
  }
  await store.db.insertInto('service_tier').values(TIER.toColumns(tier)).execute()
  const wanted: NewApplication = {
    accountId,
    tier,
    sandbox: false,
    reference: 'call_1',
    agentId: 'agent-7',
    agentName: null,
    agentEmail: null,
    values: llcValues(),
    token: null,
    equipment: null,
  }
  return { accountId, wanted, applications: new ApplicationRepository(kernel, created) }
}

eachEngine<Tables>(
  'P40 stores an application with encrypted regulated values and decrypts it unchanged',
  async ({ store }) => {
    const { accountId, wanted, applications } = await begin(store)
    for (const values of [llcValues(), soleValues()]) {
      const made = await applications.insert({ ...wanted, values })
      assert.ok(made.type === 'created')
      const row = await applications.find(accountId, made.row.id)
      assert.ok(row)
      assert.deepEqual(row, made.row)
      assert.deepEqual(await applications.open(row), values)
      const kept = JSON.stringify(row)
      const secrets = values.signers.flatMap(({ ssn, dateOfBirth }) => [ssn, dateOfBirth])
      for (const secret of ['581234509', '021000021', '70012345678', ...secrets])
        assert.equal(kept.includes(secret), false, secret)
    }
    assert.equal((await applications.list(accountId)).length, 2)
    assert.equal((await applications.list('acc_other')).length, 0)
  },
)

eachEngine<Tables>(
  "the hook's rows and the application are written together or not at all",
  async ({ store }) => {
    const seen: string[] = []
    let fail = true
    const { accountId, wanted, applications } = await begin(store, async (trx, row) => {
      await trx
        .insertInto('service_boarding_setting')
        .values({ account_id: row.accountId, agent_id: row.id, sandbox: 0, updated_at_ms: 1 })
        .execute()
      seen.push(row.status)
      if (fail) throw new Error('the process died here')
    })
    await assert.rejects(applications.insert(wanted), /died here/)
    assert.deepEqual(await applications.list(), [])
    assert.equal((await store.db.selectFrom('service_boarding_setting').selectAll().execute()).length, 0)
    fail = false
    const made = await applications.insert(wanted)
    assert.ok(made.type === 'created')
    assert.equal((await applications.list(accountId)).length, 1)
    assert.deepEqual(new Set(seen), new Set(['received']))
  },
)

eachEngine<Tables>(
  "a status changes once, only from the given status, together with the hook's rows",
  async ({ store }) => {
    const { wanted, applications } = await begin(store)
    const made = await applications.insert(wanted)
    assert.ok(made.type === 'created')
    const { id } = made.row
    const along: number[] = []
    const move = () =>
      applications.moveStatus(
        id,
        'received',
        'in_review',
        async (_, row) => void along.push(row.statusVersion),
      )
    const moved = await Promise.all([move(), move(), move()])
    assert.deepEqual(moved.toSorted(), [false, false, true])
    assert.deepEqual(along, [2])
    assert.equal(await applications.moveStatus(id, 'received', 'declined'), false)
    await assert.rejects(
      applications.moveStatus(id, 'in_review', 'approved', () => Promise.reject(new Error('no'))),
    )
    const row = await applications.read(id)
    assert.deepEqual([row?.status, row?.statusVersion], ['in_review', 2])
    assert.equal(await applications.read("app_' or 1=1"), null)
    assert.equal(await applications.moveStatus('app_none', 'received', 'approved'), false)
  },
)

eachEngine<Tables>(
  'a business has one open production application, even under concurrency; a declined one does not count',
  async ({ store }) => {
    const { wanted, applications } = await begin(store)
    const all = await Promise.all(Array.from({ length: 8 }, () => applications.insert(wanted)))
    const [first, ...more] = all.filter(({ type }) => type === 'created')
    assert.ok(first?.type === 'created')
    assert.equal(more.length, 0)
    for (const other of all)
      if (other !== first) assert.deepEqual(other, { type: 'duplicate', appId: first.row.id })
    const spelled = llcValues({ corporateName: 'HARBOR  Cycle Repair LLC' })
    assert.equal((await applications.insert({ ...wanted, values: spelled })).type, 'duplicate')
    const other = llcValues({ taxId: '581234501' })
    assert.equal((await applications.insert({ ...wanted, values: other })).type, 'created')
    await applications.moveStatus(first.row.id, 'received', 'declined')
    assert.equal((await applications.insert(wanted)).type, 'created')
    for (const _ of [1, 2])
      assert.equal((await applications.insert({ ...wanted, sandbox: true })).type, 'created')
  },
)
