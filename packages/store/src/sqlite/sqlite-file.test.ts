/** The lock of an embedded file inside one process, and the state that its stores share. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinFile, SqliteFile } from './sqlite-file.ts'

const LONG_MS = 60_000

void test('the lock passes to the waiters in their order', async () => {
  const file = new SqliteFile()
  const order: string[] = []
  await file.acquire(LONG_MS)
  const waiting = ['first', 'second'].map((name) => file.acquire(LONG_MS).then(() => order.push(name)))
  file.release()
  await waiting[0]
  assert.deepEqual(order, ['first'])
  file.release()
  await waiting[1]
  file.release()
  await file.acquire(0)
  assert.deepEqual(order, ['first', 'second'])
})

void test('a waiter times out and is skipped', async () => {
  const file = new SqliteFile()
  await file.acquire(LONG_MS)
  await assert.rejects(file.acquire(1), { code: 'store-unavailable', message: /busy for too long/ })
  const next = file.acquire(LONG_MS)
  file.release()
  await next
})

void test('rejects at once when 10,000 wait', async () => {
  const file = new SqliteFile()
  await file.acquire(LONG_MS)
  const waiting = Array.from({ length: 10_000 }, () => file.acquire(LONG_MS).then(() => file.release()))
  await assert.rejects(file.acquire(LONG_MS), { code: 'store-unavailable', message: /queue is full/ })
  file.release()
  await Promise.all(waiting)
  await file.acquire(0)
})

void test('stores on one path share its state until the last one leaves', () => {
  const [one, other] = [joinFile('/shop/a.db'), joinFile('/shop/a.db')]
  assert.equal(one.file, other.file)
  assert.notEqual(joinFile('/shop/b.db').file, one.file)
  one.leave()
  const third = joinFile('/shop/a.db')
  assert.equal(third.file, other.file)
  other.leave()
  third.leave()
  assert.notEqual(joinFile('/shop/a.db').file, one.file)
})

void test('a store in memory shares its state with no other', () => {
  const one = joinFile(undefined)
  one.leave()
  assert.notEqual(joinFile(undefined).file, one.file)
})
