import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPostgresUrl } from './postgres-url.ts'

const ANY = 'any'
const WRITE = 'read-write'

for (const [url, target, ...expected] of [
  ['postgres://u:p@h:1/d', ANY, 'postgres://u:p@h:1/d'],
  ['postgres://u:p@h/d?target_session_attrs=read-write', WRITE, 'postgres://u:p@h/d'],
  ['postgres://u:p@h/d?target_session_attrs=primary', WRITE, 'postgres://u:p@h/d'],
  ['postgres://u:p@a:1,b:2/d', WRITE, 'postgres://u:p@a:1/d', 'postgres://u:p@b:2/d'],
  ['postgresql://a,b:2/d', WRITE, 'postgresql://a/d', 'postgresql://b:2/d'],
  [
    'postgres://u:p@a:1,[::1]:2,c/d?target_session_attrs=any&sslmode=verify-full',
    ANY,
    'postgres://u:p@a:1/d?sslmode=verify-full',
    'postgres://u:p@[::1]:2/d?sslmode=verify-full',
    'postgres://u:p@c/d?sslmode=verify-full',
  ],
  ['postgres://u:p@/d?host=/run/pg', ANY, 'postgres://u:p@localhost/d?host=%2Frun%2Fpg'],
  [
    'postgres:///d?user=u&host=/run/one,/run/two&port=5433',
    WRITE,
    'postgres://localhost/d?user=u&host=%2Frun%2Fone&port=5433',
    'postgres://localhost/d?user=u&host=%2Frun%2Ftwo&port=5433',
  ],
  [
    'postgres://u@/d?host=a,b&port=1,2',
    WRITE,
    'postgres://u@localhost/d?host=a&port=1',
    'postgres://u@localhost/d?host=b&port=2',
  ],
] as const)
  test(`${url} is read as ${expected.length} servers, ${target}`, () => {
    assert.deepEqual(readPostgresUrl(url), {
      connectionStrings: expected,
      target,
      pooler: 'none',
      notices: 'listen',
      direct: null,
    })
  })

for (const [url, pooler, direct] of [
  ['postgres://u:p@pool:6432/d?pooler=session', 'session', null],
  ['postgres://u:p@pool:6432/d?pooler=session&direct=db:5432', 'session', ['postgres://u:p@db:5432/d']],
  [
    'postgres://u:p@pool:6432/d?sslmode=require&pooler=transaction&direct=a:1,b',
    'transaction',
    ['postgres://u:p@a:1/d?sslmode=require', 'postgres://u:p@b/d?sslmode=require'],
  ],
] as const)
  test(`${url} is read with a pooler`, () => {
    const own = url.includes('sslmode') ? '?sslmode=require' : ''
    assert.deepEqual(readPostgresUrl(url), {
      connectionStrings: [`postgres://u:p@pool:6432/d${own}`],
      target: 'any',
      pooler,
      notices: 'listen',
      direct,
    })
  })

test('notices=poll needs no address past a pooler of transactions', () => {
  assert.deepEqual(readPostgresUrl('postgres://u:p@pool:6432/d?pooler=transaction&notices=poll'), {
    connectionStrings: ['postgres://u:p@pool:6432/d'],
    target: 'any',
    pooler: 'transaction',
    notices: 'poll',
    direct: null,
  })
})

for (const [url, reason] of [
  ['postgres://u:hunter2%@[h/d', /cannot be read/],
  ['xpostgres://u:hunter2@h/d', /cannot be read/],
  ['postgres://u:hunter2@a,b:x/d', /cannot be read/],
  ['postgres://u:hunter2@a,b/d#part', /cannot be read/],
  ['postgres://u:hunter2@a,b/d?target_session_attrs=standby', /read-write, primary or any/],
  ['postgres://u:hunter2@/d?host=a,b,c&port=1,2', /number of ports/],
  ['postgres://u:hunter2@a/d?pooler=statement&direct=b', /pooler=session or pooler=transaction/],
  ['postgres://u:hunter2@a/d?pooler=transaction', /also needs direct=HOST:PORT.*or notices=poll/],
  ['postgres://u:hunter2@a/d?notices=redis', /notices=listen or notices=poll/],
  ['postgres://u:hunter2@a/d?pooler=session&direct=b:x', /cannot be read/],
] as const)
  test(`${url.replace('hunter2', '…')} is rejected with a reason without its password`, () => {
    const read = readPostgresUrl(url)
    assert.ok('rejected' in read)
    assert.match(read.rejected, reason)
    assert.doesNotMatch(read.rejected, /hunter2/)
  })
