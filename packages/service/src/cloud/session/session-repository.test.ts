/** Two instances write one session concurrently: the second writer decides on the row of the first (D-09, D-15). */
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import { keyOfFile } from '../../vault/key-file.ts'
import { openVault } from '../../vault/open-vault.ts'
import { silentLog, systemRandom } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import { TIMINGS } from '../../ports.ts'
import { SCHEMA, SESSION, type Tables } from '../../schema/schema.ts'
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
  const ledgerOn = (on: Store<Tables>, instance: string, random = systemRandom): SessionRepository => {
    const timings = { ...TIMINGS, authorizeMs: 0 }
    const vault = openVault(undefined, null, systemRandom, keyOfFile)
    const kernel: Kernel = {
      store: on,
      clock,
      random,
      log: silentLog,
      timings,
      traces: null,
      strict: false,
      repeat: 'refuse',
      terminalsWaitingPerAddress: 1_000,
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
    beginAgain: (deviceId: string, externalId = 'order-1', ledger = late) =>
      ledger.begin(
        { ...caller, scopes: ['terminal'], sandbox: true },
        { ...wanted, deviceId, externalId, softwareName: 'test', softwareVersion: '1', custom: {} },
      ),
    late,
    ledgerOn,
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

/** A harness on an embedded store, whose clock the test moves. */
const onFile = (
  title: string,
  body: (
    writers: Awaited<ReturnType<typeof twoWriters>>,
    store: Store<Tables>,
    clock: ManualClock,
  ) => Promise<void>,
): void =>
  eachEngine<Tables>(
    title,
    async ({ open }) => {
      const clock = new ManualClock()
      const store = await open({ testClock: () => clock.now() })
      await body(await twoWriters(store, store, clock), store, clock)
    },
    {},
    ['sqlite'],
  )

onFile('a second live session of a device is refused as such', async ({ beginAgain }) => {
  assert.deepEqual(await beginAgain('dev', 'order-2'), { type: 'device_busy' })
})

onFile('D-14 another conflict of a new session is an error', async (writers, store) => {
  const constant = writers.ledgerOn(store, 'constant', (length) => new Uint8Array(length))
  await writers.late.apply(writers.id, { type: 'api_cancelled' })
  const first = await writers.beginAgain('dev', 'order-2', constant)
  assert.ok(first.type === 'begun')
  await writers.late.apply(first.row.id, { type: 'api_cancelled' })
  // The same random bytes make the same ID.
  await assert.rejects(writers.beginAgain('dev', 'order-3', constant))
})

onFile('the newest session of a device is the last begun, live or not', async (writers, _store, clock) => {
  const { id, late, beginAgain } = writers
  assert.equal((await late.newestOf('dev'))?.id, id)
  await late.apply(id, { type: 'api_cancelled' })
  clock.jump(1)
  const second = await beginAgain('dev', 'order-2')
  assert.ok(second.type === 'begun')
  assert.deepEqual([second.row.version, second.row.fence], [1, 0])
  await late.apply(second.row.id, { type: 'api_cancelled' })
  assert.equal((await late.newestOf('dev'))?.id, second.row.id)
  assert.equal(await late.liveOf('dev'), null)
})

onFile('a change that meets eight other writers is given up', async ({ id, ledgerOn }, store) => {
  let conflicts = 0
  const contended = ledgerOn(
    {
      ...store,
      // The transaction reports that another process has written the session meanwhile.
      transaction: async <Result>(work: Parameters<typeof store.transaction<Result>>[0]) =>
        conflicts > 0 ? ((conflicts -= 1), 'conflict' as Result) : store.transaction(work),
    },
    'contended',
  )
  conflicts = 7
  assert.equal((await contended.apply(id, { type: 'terminal_cancelled' }))?.moved, true)
  conflicts = 8
  await assert.rejects(contended.apply(id, { type: 'time_passed' }), /too many concurrent changes/)
})

onFile(
  'D-16 a notice names the session, its device and its version, and this process gets the row of a change',
  async (writers, store) => {
    const notices: string[] = []
    const noticing = writers.ledgerOn(
      { ...store, notify: async (channel, payload) => void notices.push(`${channel} ${payload}`) },
      'noticing',
    )
    const changed: unknown[] = []
    noticing.onChange((row) => void changed.push(row))
    assert.equal(await noticing.apply(writers.id, { type: 'api_cancelled' }, 'other'), null)
    const cancelled = await noticing.apply(writers.id, { type: 'api_cancelled' }, 'dev')
    await noticing.apply(writers.id, { type: 'api_cancelled' })
    assert.deepEqual(changed, [cancelled?.row])
    const begun = await writers.beginAgain('dev', 'order-2', noticing)
    assert.ok(begun.type === 'begun')
    assert.deepEqual(notices, [
      `service_session ${writers.id} dev ${cancelled?.row.version}`,
      `service_session ${begun.row.id} dev 1`,
    ])
  },
)

onFile('an approval has a code of six characters', async ({ id, late }) => {
  await late.apply(id, { type: 'card_presented', card: CARD })
  assert.match((await late.follow(id))?.row.approvalCode ?? '', /^[0-9A-Z]{6}$/)
})

onFile('claims at most fifty sessions at a time', async ({ id, late }, store, clock) => {
  await late.apply(id, { type: 'api_cancelled' })
  const row = await late.read(id)
  assert.ok(row !== null)
  const due = Array.from({ length: 51 }, (_, index) =>
    SESSION.toColumns({
      ...row,
      id: `${id}-${index}`,
      externalId: `copy-${index}`,
      nextAtMs: clock.now(),
    }),
  )
  await store.db.insertInto('service_session').values(due).execute()
  assert.equal((await late.claimDue()).length, 50)
  assert.equal((await late.claimDue()).length, 1)
})
