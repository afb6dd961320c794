/** Two instances write one session concurrently: the second writer decides on the row of the first (D-09, D-15). */
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import { keyOfFile } from '../../vault/key-file.ts'
import { openVault } from '../../vault/open-vault.ts'
import { silentLog, systemRandom } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import { TIMINGS } from '../../ports.ts'
import { SCHEMA, type Tables } from '../../schema/schema.ts'
import { SessionRepository } from './session-repository.ts'

const CARD = { brand: 'Visa', lastFour: '4242', entry: 'tap' } as const

/** One session with a prompt and two repositories; `between` runs once between the next read and write of `late`. */
async function twoWriters(store: Store<Tables>, other: Store<Tables>, clock: ManualClock) {
  await store.migrate(SCHEMA)
  let between: (() => Promise<unknown>) | null = null
  const paused: Store<Tables> = {
    ...store,
    // A change reads the time after it has read the row and before it writes.
    async now() {
      const work = between
      between = null
      await work?.()
      return store.now()
    },
  }
  const ledgerOn = (on: Store<Tables>, instance: string): SessionRepository => {
    const timings = { ...TIMINGS, authorizeMs: 0 }
    const vault = openVault(undefined, null, systemRandom, keyOfFile)
    const kernel: Kernel = {
      store: on,
      clock,
      random: systemRandom,
      log: silentLog,
      timings,
      traces: null,
      strict: false,
      repeat: 'refuse',
      instance,
      vault,
    }
    return new SessionRepository(kernel)
  }
  const account = { name: 'Shop', sandbox: 1, currency: 'USD', created_at_ms: 1 } as const
  await store.db
    .insertInto('service_account')
    .values({ id: 'acc', ...account })
    .execute()
  await store.db
    .insertInto('service_device')
    .values({
      id: 'dev',
      account_id: 'acc',
      serial: 'SN-1',
      make: 'A920',
      name: 'Front',
      created_at_ms: 1,
      deleted_at_ms: null,
      pairing_hash: null,
      pairing_until_ms: 0,
      pairing_tries: 0,
      terminal_key_hash: null,
      holder: null,
      channel_id: null,
      connected_until_ms: 0,
    })
    .execute()
  const late = ledgerOn(paused, 'late')
  const caller = { accountId: 'acc', accountName: 'Shop', currency: 'USD', keyId: 'key' } as const
  const wanted = {
    command: 'cc:sale',
    amountMinor: 4_200,
    creditOf: null,
    externalId: 'order-1',
    deviceId: 'dev',
  } as const
  const begun = await late.begin(
    { ...caller, scopes: ['terminal'], sandbox: true },
    { ...wanted, softwareName: 'test', softwareVersion: '1', custom: {} },
  )
  assert.ok(begun.type === 'begun')
  const { id } = begun.row
  await late.apply(id, { type: 'prompt_shown' })
  return {
    id,
    beginAgain: (deviceId: string) =>
      late.begin(
        { ...caller, scopes: ['terminal'], sandbox: true },
        { ...wanted, deviceId, softwareName: 'test', softwareVersion: '1', custom: {} },
      ),
    late,
    first: ledgerOn(other, 'first'),
    meanwhile: (work: () => Promise<unknown>): void => void (between = work),
    charges: () => store.db.selectFrom('service_charge').select('ref_num').execute(),
  }
}

eachEngine<Tables>(
  'a cancel has no effect if another instance charged the card after its read',
  async ({ open }) => {
    const clock = new ManualClock()
    const onClock = { testClock: () => clock.now() }
    const writers = await twoWriters(await open(onClock), await open(onClock), clock)
    const { id, late, first } = writers
    writers.meanwhile(async () => {
      await first.apply(id, { type: 'card_presented', card: CARD })
      await first.follow(id)
    })
    const canceled = await late.apply(id, { type: 'api_cancelled' })
    assert.equal(canceled?.moved, false)
    const row = await first.read(id)
    assert.deepEqual([row?.status, row?.resultStatus, row?.version], ['IN_PROGRESS', 'approved', 4])
    assert.equal((await writers.charges()).length, 1)
  },
  {},
  // An embedded store has one writer at a time: no write can occur between its read and its write.
  ['postgres'],
)

eachEngine<Tables>(
  'two instances that authorize one card concurrently charge it once',
  async ({ open }) => {
    const clock = new ManualClock()
    const onClock = { testClock: () => clock.now() }
    const writers = await twoWriters(await open(onClock), await open(onClock), clock)
    const { id, late, first } = writers
    await late.apply(id, { type: 'card_presented', card: CARD })
    writers.meanwhile(() => first.follow(id))
    assert.equal((await late.follow(id))?.moved, false)
    const charges = await writers.charges()
    assert.deepEqual(charges, [{ ref_num: (await first.read(id))?.refNum }])
  },
  {},
  ['postgres'],
)

eachEngine<Tables>(
  'D-14 the unique index rejects a second session with the same external ID',
  async ({ open }) => {
    const clock = new ManualClock()
    const onClock = { testClock: () => clock.now() }
    const store = await open(onClock)
    const { beginAgain } = await twoWriters(store, store, clock)
    const device = await store.db
      .selectFrom('service_device')
      .selectAll()
      .where('id', '=', 'dev')
      .executeTakeFirstOrThrow()
    await store.db
      .insertInto('service_device')
      .values({ ...device, id: 'dev2', serial: 'SN-2' })
      .execute()
    assert.deepEqual(await beginAgain('dev2'), { type: 'external_id_used' })
  },
)

eachEngine<Tables>(
  'D-129 a pending reversal that the built-in processor cannot send is not due at every tick',
  async ({ open }) => {
    const clock = new ManualClock()
    const store = await open({ testClock: () => clock.now() })
    const { id, late } = await twoWriters(store, store, clock)
    await late.apply(id, { type: 'card_presented', card: CARD })
    await late.apply(id, { type: 'authorization_asked' })
    clock.jump(TIMINGS.answerMs)
    assert.equal((await late.follow(id))?.row.status, 'ERROR')
    assert.deepEqual(await late.claimDue(), [id])
    await late.follow(id)
    assert.deepEqual(await late.claimDue(), [])
    assert.equal((await late.read(id))?.reversal, 'pending')
  },
)

eachEngine<Tables>(
  'D-199 two processes that claimed one due session ask the processor once',
  async ({ open }) => {
    const clock = new ManualClock()
    const store = await open({ testClock: () => clock.now() })
    const { id, late } = await twoWriters(store, store, clock)
    await late.apply(id, { type: 'card_presented', card: CARD })
    assert.deepEqual(await late.claimDue(), [id])
    // The lease ended too early for the first process.
    clock.jump(5_000)
    assert.deepEqual(await late.claimDue(), [id])
    const follows = [await late.follow(id, 'ask'), await late.follow(id, 'ask')]
    assert.deepEqual(
      follows.map((applied) => applied?.moved),
      [true, false],
    )
  },
)
