/** Accepted store URLs, and the errors for the others. */
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { isStoreError } from '../errors.ts'
import { openStore } from '../open.ts'
import { parseStoreUrl } from './url.ts'

void test('accepts a file, a memory store and a PostgreSQL server', () => {
  assert.deepEqual(parseStoreUrl('file:data/a b.db'), { engine: 'sqlite', path: resolve('data/a b.db') })
  assert.deepEqual(parseStoreUrl('file:///var/a%20b.db'), { engine: 'sqlite', path: '/var/a b.db' })
  assert.deepEqual(parseStoreUrl('file::memory:'), { engine: 'sqlite', path: undefined })
  for (const url of ['postgres://u:p@h:1/d', 'postgresql://h/d'])
    assert.deepEqual(parseStoreUrl(url), { engine: 'postgres', connectionString: url })
})

const refused = [
  '',
  'file:',
  'file:folder/',
  'file:a.db?mode=ro',
  'file://other-host/a.db',
  'mysql://root:hunter2@h/d',
  'sqlite:a.db',
  '../a.db',
  'postgres:hunter2',
  'postgres://u:hunter2%@[h/d',
]
for (const url of refused)
  void test(`rejects the store URL "${url.replace('hunter2', '…')}" with the accepted forms and without its password`, async () => {
    await assert.rejects(openStore(url), (error) => {
      assert.ok(isStoreError(error))
      assert.equal(error.code, 'store-url-invalid')
      assert.match(error.message, /file:path\/to\/file\.db, file::memory:, or postgres:\/\//)
      assert.doesNotMatch(error.message, /hunter2/)
      return true
    })
  })
