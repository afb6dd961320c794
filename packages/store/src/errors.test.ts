/** Store errors and the functions that recognize them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aborted,
  closed,
  codeOf,
  isStoreError,
  isStoreUnavailable,
  packageError,
  StoreError,
  unavailable,
  uniqueViolation,
} from './errors.ts'

void test('a store error has a name, a code, indexes and a cause', () => {
  const plain = new StoreError('nested-use', 'A sentence.')
  assert.deepEqual(
    [plain.name, plain.code, plain.message, plain.indexes, 'cause' in plain],
    ['StoreError', 'nested-use', 'A sentence.', [], false],
  )
  const cause = new Error('a cause')
  const violation = new StoreError('unique-violation', 'A sentence.', { cause, indexes: ['sale_open'] })
  assert.deepEqual([violation.cause, violation.indexes], [cause, ['sale_open']])
})

void test('recognizes a store error of another copy of the module, and nothing else', () => {
  assert.ok(isStoreError(closed()))
  assert.ok(isStoreError({ [Symbol.for('@tapboard/store/error')]: true }))
  for (const other of [new Error('x'), 'text', null, undefined, {}]) assert.equal(isStoreError(other), false)
})

void test('an unavailable or closed store is unavailable, and no other error is', () => {
  const cause = new Error('a cause')
  assert.equal(unavailable('Away.', cause).cause, cause)
  assert.deepEqual(
    [unavailable('Away.'), closed(), aborted(), new Error('x'), null].map(isStoreUnavailable),
    [true, true, false, false, false],
  )
  assert.deepEqual(
    [unavailable('Away.'), closed(), aborted()].map(({ code }) => code),
    ['store-unavailable', 'store-closed', 'transaction-aborted'],
  )
})

void test('a unique violation names its index', () => {
  const violation = new StoreError('unique-violation', 'A sentence.', { indexes: ['one', 'two'] })
  assert.deepEqual(
    [undefined, 'one', 'two', 'three'].map((index) => uniqueViolation(violation, index)),
    [true, true, true, false],
  )
  const other = new StoreError('nested-use', 'A sentence.', { indexes: ['one'] })
  assert.deepEqual(
    [uniqueViolation(other, 'one'), uniqueViolation(other), uniqueViolation(null)],
    [false, false, false],
  )
})

void test('the code of an error is a text', () => {
  const codes = [{ code: 'EPIPE' }, { code: 5 }, {}, null, 'EPIPE', undefined].map(codeOf)
  assert.deepEqual(codes, ['EPIPE', undefined, undefined, undefined, undefined, undefined])
})

void test('a missing package is named with its command, and any other error is unchanged', () => {
  const pg = { scheme: 'postgres://', name: 'pg', major: 8 }
  for (const code of ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']) {
    const cause = Object.assign(new Error('not found'), { code })
    const error = packageError(cause, pg)
    assert.ok(isStoreError(error))
    assert.deepEqual([error.code, error.cause], ['store-package-missing', cause])
    assert.match(error.message, /begins with postgres:\/\/ needs the package pg, .* npm install pg@8$/)
  }
  for (const code of ['XMODULE_NOT_FOUND', 'MODULE_NOT_FOUND_YET', 'ENOENT', undefined]) {
    const error = Object.assign(new Error('x'), code === undefined ? {} : { code })
    assert.equal(packageError(error, pg), error)
  }
})
