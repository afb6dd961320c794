/** Accepted store URLs, and the errors for the others. */
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { isStoreError } from '../errors.ts'
import { openStore } from '../open.ts'
import { parseStoreUrl } from './url.ts'
import * as web from './web.ts'

const PLAIN = { pooler: 'none', direct: null, notices: 'listen' } as const

void test('accepts a file, a memory store and a PostgreSQL server', () => {
  assert.deepEqual(parseStoreUrl('file:data/a b.db'), { engine: 'sqlite', path: resolve('data/a b.db') })
  assert.deepEqual(parseStoreUrl('file:///var/a%20b.db'), { engine: 'sqlite', path: '/var/a b.db' })
  assert.deepEqual(parseStoreUrl('file::memory:'), { engine: 'sqlite', path: undefined })
  for (const url of ['postgres://u:p@h:1/d', 'postgresql://h/d'])
    assert.deepEqual(parseStoreUrl(url), {
      engine: 'postgres',
      connectionStrings: [url],
      ...PLAIN,
      target: 'any',
    })
  const both = ['postgres://a:1/d', 'postgres://b:2/d']
  assert.deepEqual(parseStoreUrl('postgres://a:1,b:2/d?target_session_attrs=read-write'), {
    engine: 'postgres',
    connectionStrings: both,
    ...PLAIN,
    target: 'read-write',
  })
})

const refused = {
  '': /unknown scheme/,
  'file:': /names no file/,
  'file:folder/': /names no file/,
  'file:a.db?mode=ro': /takes no parameters/,
  'file:a.db#x': /takes no parameters/,
  'file:a\0b.db': /takes no parameters/,
  'file://other-host/a.db': /on another host/,
  'mysql://root:hunter2@h/d': /unknown scheme/,
  'sqlite:a.db': /unknown scheme/,
  '../a.db': /unknown scheme/,
  'a.db.file:': /unknown scheme/,
  'postgres:hunter2': /unknown scheme/,
  'xpostgres://h/d': /unknown scheme/,
  'postgres://u:hunter2%@[h/d': /cannot be read/,
}
// Without `openStore`: a URL that is wrongly accepted would make a file in the working directory.
for (const [url, reason] of Object.entries(refused))
  void test(`rejects the store URL ${JSON.stringify(url.replace('hunter2', '…'))} with the accepted forms and without its password`, () => {
    assert.throws(
      () => parseStoreUrl(url),
      (error) => {
        assert.ok(isStoreError(error))
        assert.equal(error.code, 'store-url-invalid')
        assert.match(error.message, /file:path\/to\/file\.db, file::memory:, or postgres:\/\//)
        assert.match(error.message, reason)
        assert.doesNotMatch(error.message, /hunter2/)
        return true
      },
    )
  })

void test('a store with a refused URL does not open', async () => {
  await assert.rejects(openStore('mysql://root:hunter2@h/d'), { code: 'store-url-invalid' })
})

void test('without Node every URL is rejected with the alternative', async () => {
  const rejected = { code: 'store-url-invalid', message: /openMemory of @tapboard\/store\/memory/ }
  assert.throws(() => web.parseStoreUrl('file:a.db'), rejected)
  await assert.rejects(web.openUrl('file:a.db', {}), rejected)
})
