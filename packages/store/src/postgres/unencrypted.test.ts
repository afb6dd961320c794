import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnencryptedByDefault } from './unencrypted.ts'

for (const [url, unencrypted] of [
  ['postgres://app:pw@db.internal/shop', true],
  ['postgresql://app:pw@10.0.0.5:5432/shop', true],
  ['postgres://app:pw@db.internal/shop?sslmode=allow', true],
  ['postgres://app:pw@localhost/shop?host=db.internal', true],
  ['postgres://app:pw@db.internal/shop?ssl=false', true],
  ['postgres://app:pw@localhost.internal/shop', true],
  ['postgres://app:pw@not-localhost/shop', true],
  ['postgres://app:pw@db.internal/shop?sslmode=disable', false],
  ['postgres://app:pw@db.internal/shop?sslmode=require', false],
  ['postgres://app:pw@db.internal/shop?sslmode=verify-full', false],
  ['postgres://app:pw@db.internal/shop?ssl=true', false],
  ['postgres://app:pw@localhost/shop', false],
  ['postgres://app:pw@127.0.0.1:5432/shop', false],
  ['postgres://app:pw@[::1]/shop', false],
  ['postgres:///shop?host=/var/run/postgresql', false],
  ['postgres://app@%2Fvar%2Frun%2Fpostgresql/shop', false],
  ['postgres://app:pw@localhost,db.internal/shop', true],
  ['postgres://app:pw@a.internal,b.internal/shop?sslmode=verify-full', false],
  ['postgres://app:pw@/shop?host=/var/run/postgresql', false],
  ['file:ledger.db', false],
  ['file:postgres://app:pw@db.internal/shop', false],
  ['postgres://', false],
] as const)
  test(`${url} is ${unencrypted ? '' : 'not '}unencrypted by default`, () => {
    assert.equal(isUnencryptedByDefault(url), unencrypted)
  })
