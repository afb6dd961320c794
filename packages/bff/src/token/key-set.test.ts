// The key set alone, on a store in memory: roles, times, audit records, log lines and the timer of its reloads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { AUDIT_MIGRATIONS } from '../durable/audit-log.ts'
import type { LogFields } from '../ports.ts'
import { KeySet, openKeySet } from './key-set.ts'
import { KEY_MIGRATIONS, type KeyTables } from './key-table.ts'
import { SEALING, type KeyPurpose } from './signing-key.ts'

const DAY_MS = 86_400_000
const REFRESH_MS = 30_000
const RINGS = [
  [new Uint8Array(32).fill(1)],
  [new Uint8Array(32).fill(2), new Uint8Array(32).fill(1)],
] as const

interface Line {
  readonly level: string
  readonly fields: LogFields
  readonly message: string
}

/** Two instances of a key set on one store. */
async function openTwo(purpose?: KeyPurpose, rotateEveryDays = 30) {
  const clock = new ManualClock()
  const store = await openStore<KeyTables>('file::memory:', { testClock: () => clock.now() })
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(KEY_MIGRATIONS)
  const lines: Line[] = []
  const keep = (level: string) => (fields: LogFields, message: string) =>
    void lines.push({ level, fields, message })
  const log = { info: keep('info'), warn: keep('warn'), error: keep('error') }
  let count = 0
  const random = (length: number): Uint8Array => {
    count += 1
    return new Uint8Array(length).fill(count)
  }
  const options = {
    store,
    clock,
    random,
    log,
    rotateEveryDays,
    sealRing: RINGS[0],
    ...(purpose === undefined ? {} : { purpose }),
  }
  return { clock, store, lines, options, here: await openKeySet(options), there: await openKeySet(options) }
}

const kidsByRole = async (store: Store<KeyTables>, table: KeyPurpose['table'] = 'bff_signing_key') => {
  const rows = await store.db
    .selectFrom(table as 'bff_signing_key')
    .selectAll()
    .execute()
  const of = (role: string) => rows.filter((row) => row.role === role).map(({ kid }) => kid)
  return { rows, current: of('current'), next: of('next'), previous: of('previous') }
}

const recordsOf = async (store: Store<KeyTables>): Promise<unknown[]> => {
  const rows = await store.db.selectFrom('audit_record').select('entry').orderBy('number').execute()
  return rows.map(({ entry }) => JSON.parse(entry) as unknown)
}

void test('P25 creates one current and one next key, and another instance uses the same ones', async () => {
  const { clock, store, here, there } = await openTwo()
  const { rows, current, next } = await kidsByRole(store)
  assert.equal(rows.length, 2)
  assert.deepEqual([here.current().kid, there.current().kid], [current[0], current[0]])
  const published = here.publicKeys().map(({ kid }) => kid)
  assert.deepEqual(new Set(published), new Set([...current, ...next]))
  assert.equal(here.current().signingSinceMs, clock.now())
  assert.equal(rows.find(({ role }) => role === 'next')?.signing_since_ms, null)
  await store.close()
})

void test('there is no current key before the first reload', async () => {
  const { options, store } = await openTwo()
  const keys = new KeySet(options)
  assert.throws(() => keys.current(), /there is no current key/)
  await keys.refresh()
  assert.equal(keys.current().role, 'current')
  await store.close()
})

void test('P25 a rotation makes the next key current, keeps the old one for its life, and is recorded', async () => {
  const { clock, store, here, there, lines } = await openTwo()
  const before = await kidsByRole(store)
  await clock.advance(1_000)
  await here.rotate({ by: 'command', user: 'root' })
  const after = await kidsByRole(store)
  assert.deepEqual(after.current, before.next)
  assert.deepEqual(after.previous, before.current)
  assert.equal(after.next.length, 1)
  assert.ok(!before.rows.some(({ kid }) => kid === after.next[0]))
  assert.equal(here.current().kid, before.next[0])
  assert.equal(here.current().signingSinceMs, clock.now())
  const retireAtMs = clock.now() + 3_600_000 + 2 * REFRESH_MS
  assert.deepEqual(
    after.rows.map((row) => row.retire_at_ms).filter((ms) => ms !== null),
    [retireAtMs],
  )
  const [keyId] = before.current
  const action = { action: 'key-rotated', keyId, by: 'command', user: 'root' }
  assert.deepEqual(await recordsOf(store), [{ ...action, purpose: 'signing key' }])
  assert.deepEqual(lines, [{ level: 'info', fields: action, message: 'audit' }])
  // The other instance uses the old key until it reloads.
  assert.equal(there.current().kid, keyId)
  await there.refresh()
  assert.equal(there.current().kid, here.current().kid)
  assert.deepEqual(there.publicKeys().length, 3)
  await clock.advance(3_600_000 + 2 * REFRESH_MS - 1)
  assert.equal(there.publicKeys().length, 3)
  assert.equal((await there.find(keyId ?? ''))?.kid, keyId)
  await clock.advance(1)
  assert.equal(there.publicKeys().length, 2)
  assert.equal(await there.find(keyId ?? ''), null)
  await store.close()
})

void test('a rotation without a caller is one of this process, and deletes keys that have retired', async () => {
  const { clock, store, here } = await openTwo()
  const first = here.current().kid
  await here.rotate()
  await clock.advance(3_600_000 + 2 * REFRESH_MS)
  await here.rotate()
  // It retires at this very moment; a row is deleted only after it.
  assert.ok((await kidsByRole(store)).previous.includes(first))
  await clock.advance(1)
  await here.rotate()
  assert.ok(!(await kidsByRole(store)).previous.includes(first))
  assert.equal((await kidsByRole(store)).previous.length, 2)
  const records = (await recordsOf(store)) as { by: string }[]
  assert.deepEqual(
    records.map(({ by }) => by),
    ['process', 'process', 'process'],
  )
  await store.close()
})

void test('P25 a rotation of keys that another instance has just rotated changes nothing', async () => {
  const { store, here, there, lines } = await openTwo()
  const { transaction } = store
  let isFirst = true
  // The other instance commits between the read and the transaction of this one.
  store.transaction = async (...given) => {
    if (isFirst) {
      isFirst = false
      await there.rotate()
    }
    return Reflect.apply(transaction, store, given) as never
  }
  await here.rotate()
  const { rows, current } = await kidsByRole(store)
  assert.equal(rows.length, 3)
  assert.equal((await recordsOf(store)).length, 1)
  assert.equal(lines.length, 1)
  assert.deepEqual([here.current().kid], current)
  await store.close()
})

void test('a revoked current key is replaced by the next one, and a revoked next key by a new one', async () => {
  const { store, here, lines } = await openTwo()
  const before = await kidsByRole(store)
  const [current = '', next = ''] = [before.current[0], before.next[0]]
  await here.revoke(current, { by: 'command' })
  assert.equal(here.current().kid, next)
  assert.equal(here.has(current), false)
  const between = await kidsByRole(store)
  assert.deepEqual([between.rows.length, between.previous], [2, []])
  const [following = ''] = between.next
  await here.revoke(following)
  assert.equal(here.current().kid, next)
  assert.equal(here.has(following), false)
  assert.equal((await kidsByRole(store)).next.length, 1)
  const purpose = 'signing key'
  assert.deepEqual(await recordsOf(store), [
    { action: 'key-rotated', purpose, keyId: current, by: 'command' },
    { action: 'key-revoked', purpose, keyId: current, by: 'command' },
    { action: 'key-revoked', purpose, keyId: following, by: 'process' },
  ])
  const [, warning] = lines
  const fields = { action: 'key-revoked', keyId: current, by: 'command' }
  assert.deepEqual(warning, { level: 'warn', fields, message: 'audit' })
  const count = lines.length
  await here.revoke('unknown-key')
  assert.equal(lines.length, count)
  assert.equal((await recordsOf(store)).length, 3)
  await store.close()
})

void test('reports a key that was revoked here or elsewhere, but none that has retired', async () => {
  const { clock, store, here, there } = await openTwo()
  const revoked: string[] = []
  there.onRevoked((kid) => void revoked.push(kid))
  const first = here.current().kid
  await here.rotate()
  await there.refresh()
  const second = here.current().kid
  await clock.advance(3_600_000 + 2 * REFRESH_MS + 1)
  await here.rotate()
  await there.refresh()
  assert.equal(there.has(first), false)
  assert.deepEqual(revoked, [])
  await here.revoke(second)
  await there.refresh()
  assert.deepEqual(revoked, [second])
  const third = here.current().kid
  await here.revoke(third)
  await there.refresh()
  assert.deepEqual(revoked, [second, third])
  await store.close()
})

void test('rotates by age: not at the age of the option, but right after it, in the name of the schedule', async () => {
  const { clock, store, here } = await openTwo(undefined, 2)
  const { kid } = here.current()
  await clock.advance(2 * DAY_MS)
  await here.refresh()
  assert.equal(here.current().kid, kid)
  await clock.advance(1)
  await here.refresh()
  assert.notEqual(here.current().kid, kid)
  assert.deepEqual(await recordsOf(store), [
    { action: 'key-rotated', purpose: 'signing key', keyId: kid, by: 'schedule' },
  ])
  await store.close()
})

void test('sealing keys have their own table, and live for a day after a rotation', async () => {
  const { clock, store, here } = await openTwo(SEALING)
  const before = here.current().kid
  await here.rotate()
  assert.equal((await kidsByRole(store)).rows.length, 0)
  const { rows, previous } = await kidsByRole(store, 'bff_seal_key')
  assert.deepEqual(previous, [before])
  const old = rows.find(({ kid }) => kid === before)
  assert.equal(old?.retire_at_ms, clock.now() + DAY_MS + 2 * REFRESH_MS)
  assert.deepEqual(
    ((await recordsOf(store)) as { purpose: string }[]).map(({ purpose }) => purpose),
    ['seal key'],
  )
  await store.close()
})

void test('an unknown key ID is looked up at once, then not again within a second', async () => {
  const { clock, store, here, options } = await openTwo()
  const late = await openKeySet(options)
  await here.rotate()
  await here.rotate()
  const { kid } = here.current()
  assert.equal((await late.find(kid))?.kid, kid)
  const known = here.current().kid
  await here.rotate()
  await here.rotate()
  await clock.advance(999)
  assert.equal(await late.find(here.current().kid), null)
  assert.equal((await late.find(known))?.kid, known)
  await clock.advance(1)
  assert.equal((await late.find(here.current().kid))?.kid, here.current().kid)
  await store.close()
})

void test('D-139 a start with a new ring encrypts the keys for it, and each row with its own ID', async () => {
  const { store, here, options } = await openTwo()
  const before = await kidsByRole(store)
  const after = await openKeySet({ ...options, sealRing: RINGS[1] })
  assert.equal(after.current().kid, here.current().kid)
  const anew = await kidsByRole(store)
  for (const { kid, sealed_jwk: sealed } of before.rows) {
    const again = anew.rows.find((row) => row.kid === kid)?.sealed_jwk ?? new Uint8Array()
    assert.equal(again.length, 2 * sealed.length)
  }
  // An instance with only the new secret opens them; its row is encrypted again once, not at each reload.
  const only = await openKeySet({ ...options, sealRing: [RINGS[1][0]] })
  const last = await kidsByRole(store)
  await only.refresh()
  assert.deepEqual((await kidsByRole(store)).rows, last.rows)
  await assert.rejects(openKeySet({ ...options, sealRing: [new Uint8Array(32)] }), {
    code: 'config-invalid',
    message: /under another secret.* delete the rows of bff_signing_key\.$/,
  })
  await store.close()
})

void test('reloads every 30 s between begin and close, with one timer', async () => {
  const { clock, store, here, there } = await openTwo()
  there.begin()
  there.begin()
  assert.equal(clock.pending, 1)
  for (let round = 0; round < 3; round += 1) {
    await here.rotate()
    await clock.advance(REFRESH_MS - 1)
    assert.notEqual(there.current().kid, here.current().kid)
    await clock.advance(1)
    assert.equal(there.current().kid, here.current().kid)
    assert.equal(clock.pending, 1)
  }
  there.close()
  assert.equal(clock.pending, 0)
  there.begin()
  assert.equal(clock.pending, 1)
  // A reload that runs while the set closes starts no further timer.
  clock.next()
  there.close()
  await clock.advance(0)
  assert.equal(clock.pending, 0)
  await store.close()
})

void test('a failed reload is logged with the code of the store, and tried again', async () => {
  const { clock, store, here, lines } = await openTwo()
  here.begin()
  await store.close()
  await clock.advance(REFRESH_MS)
  const failed = { level: 'warn', message: 'signing keys could not be reloaded; retrying' }
  assert.deepEqual(
    lines.map(({ level, message }) => ({ level, message })),
    [failed],
  )
  assert.match(lines[0]?.fields.code ?? '', /^store-/)
  await clock.advance(REFRESH_MS)
  assert.equal(lines.length, 2)
  here.close()
})

void test('a fault of the key set itself is logged as internal-error', async () => {
  const { clock, store, here, lines } = await openTwo()
  here.begin()
  here.refresh = () => Promise.reject(new Error('a bug'))
  await clock.advance(REFRESH_MS)
  assert.deepEqual(
    lines.map(({ fields }) => fields),
    [{ code: 'internal-error' }],
  )
  here.close()
  await store.close()
})

void test('P25 a rotation or revocation begins with the keys of the store, not with those in memory', async () => {
  const { store, here, there } = await openTwo()
  await here.rotate()
  await there.rotate()
  assert.equal((await kidsByRole(store)).previous.length, 2)
  await here.rotate()
  const { current, next } = await kidsByRole(store)
  // The other instance knows the current key as the next one.
  await there.revoke(current[0] ?? '')
  assert.deepEqual((await kidsByRole(store)).current, next)
  assert.equal(there.current().kid, next[0])
  await store.close()
})

void test('a reload makes no keys, encrypts none again, and reports no key that retires at this moment', async () => {
  const { clock, store, here, there, options } = await openTwo()
  let made = 0
  const counting = (length: number): Uint8Array => {
    made += 1
    return options.random(length)
  }
  const third = await openKeySet({ ...options, random: counting })
  await third.refresh()
  assert.equal(made, 0)
  const old = here.current().kid
  await here.rotate()
  await there.refresh()
  const revoked: string[] = []
  there.onRevoked((kid) => void revoked.push(kid))
  await clock.advance(3_600_000 + 2 * REFRESH_MS)
  await store.db.deleteFrom('bff_signing_key').where('kid', '=', old).execute()
  await there.refresh()
  assert.equal(there.has(old), false)
  assert.deepEqual(revoked, [])
  await store.close()
})

void test('the store holds one current and one next key, and names its migrations for ever', async () => {
  const { store } = await openTwo()
  const { rows } = await kidsByRole(store)
  for (const row of rows) {
    const twin = { ...row, kid: 'another-kid' }
    await assert.rejects(store.db.insertInto('bff_signing_key').values(twin).execute(), /unique/i, row.role)
  }
  assert.equal(KEY_MIGRATIONS.name, 'bff-keys')
  assert.deepEqual(
    KEY_MIGRATIONS.migrations.map(({ name }) => name),
    ['signing-keys', 'seal-keys', 'used-proofs'],
  )
  await store.close()
})

test('D-139 an instance never replaces a sealed key that another one has sealed meanwhile', async () => {
  const { store, options, here } = await openTwo()
  const newest = new Uint8Array(32).fill(3)
  const reseal = (sealRing: readonly Uint8Array[]) => openKeySet({ ...options, sealRing })
  let isOver = false
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isOver) return result
      isOver = true
      // A later rotation begins and ends between the read and the write of this instance.
      await reseal([newest, ...RINGS[1]])
      await reseal([newest])
      return result
    },
  })
  const interrupted = Object.assign(Object.create(store) as Store<KeyTables>, { db })
  const slow = await openKeySet({ ...options, store: interrupted, sealRing: RINGS[1] })
  assert.equal(slow.current().kid, here.current().kid)
  assert.equal((await reseal([newest])).current().kid, here.current().kid)
  await store.close()
})
