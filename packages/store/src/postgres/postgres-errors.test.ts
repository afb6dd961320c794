/** The meaning of each error of PostgreSQL, of the pg package and of a socket. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aborted, isStoreError, isStoreUnavailable, uniqueViolation } from '../errors.ts'
import { isConnectionFault, isRetryable, isStalePlan, translatePostgres } from './postgres-errors.ts'

const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error('a message of the driver'), { code, ...more })

/** Whether a new connection may help, and whether the store is unavailable. */
const CODES: readonly (readonly [code: string, isBroken: boolean, isAway: boolean])[] = [
  ['08006', true, true],
  ['25006', true, true],
  ['57P01', true, true],
  ['57P03', true, true],
  ['57014', false, true],
  ['53300', false, true],
  ['53100', false, true],
  ['58030', false, true],
  ['28P01', false, true],
  ['3D000', false, true],
  ['25P03', false, true],
  ['25P04', false, true],
  ['55P03', false, true],
  ['40003', false, true],
  ['ECONNREFUSED', true, true],
  ['ECONNRESET', true, true],
  ['ETIMEDOUT', true, true],
  ['EPIPE', true, true],
  ['ENOTFOUND', true, true],
  ['EAI_AGAIN', true, true],
  ['EHOSTUNREACH', true, true],
  ['ENETUNREACH', true, true],
  ['ENOENT', true, true],
  ['EADDRNOTAVAIL', true, true],
  ['EPROTO', true, true],
  ['ENETDOWN', true, true],
  ['ERR_SOCKET_CLOSED', true, true],
  ['HOSTNAME_MISMATCH', true, true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true, true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', true, true],
  ['ERR_STREAM_DESTROYED', true, true],
  ['CERT_HAS_EXPIRED', true, true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true, true],
  ['SELF_SIGNED_CERT_IN_CHAIN', true, true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true, true],
  // A fault of the statement, and codes that only contain one of the above.
  ['42601', false, false],
  ['23514', false, false],
  ['40001', false, false],
  ['008006', false, false],
  ['530001', false, false],
  ['X25006', false, false],
  ['NECONN', false, false],
  ['X_CERT_HAS_EXPIRED', false, false],
  ['ERR_INVALID_ARG_TYPE', false, false],
]

for (const [code, isBroken, isAway] of CODES)
  void test(`${code}: ${isAway ? 'unavailable' : 'passes through'}${isBroken ? ', connection lost' : ''}`, () => {
    const error = withCode(code)
    const translated = translatePostgres(error)
    assert.equal(isConnectionFault(error), isBroken)
    assert.equal(isStoreUnavailable(translated), isAway)
    if (!isAway) assert.equal(translated, error)
    else {
      assert.ok(isStoreError(translated) && translated.message.includes(`(${code})`))
      assert.equal(translated.cause, error)
    }
  })

for (const [message, isBroken] of [
  ['Connection terminated unexpectedly', true],
  ['timeout exceeded when trying to connect', true],
  ['timeout expired', true],
  ['Query read timeout', true],
  ['Client has encountered a connection error and is not queryable', true],
  ['Client was closed and is not queryable', true],
  ['The server does not support SSL connections', true],
  ['SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match', true],
  ['There was an error establishing an SSL connection', true],
  ['Received unexpected commandComplete message from backend.', true],
  ['Cannot use a pool after calling end on the pool', true],
  ['Note: timeout expired', false],
  ['a bug', false],
] as const)
  void test(`"${message}" without a code: ${isBroken ? 'connection lost' : 'passes through'}`, () => {
    const error = new Error(message)
    const translated = translatePostgres(error)
    assert.equal(isConnectionFault(error), isBroken)
    assert.equal(isStoreUnavailable(translated), isBroken)
    const isLate = /^timeout|^Query read timeout/.test(message)
    if (isBroken) assert.match(String(translated), isLate ? /\(no answer in time\)/ : /\(connection lost\)/)
    else assert.equal(translated, error)
  })

for (const message of [
  'unsupported startup parameter: statement_timeout',
  'prepared statement "tapboard_0" already exists',
  'prepared statement "tapboard_7" does not exist',
])
  void test(`"${message}" names the words for a pooler`, () => {
    const translated = translatePostgres(Object.assign(new Error(message), { code: '08P01' }))
    assert.ok(isStoreUnavailable(translated))
    assert.match(String(translated), /\(08P01\).*pooler=session, or pooler=transaction&direct=HOST:PORT/)
    const bare = new Error(message)
    const withoutCode = translatePostgres(bare)
    assert.ok(isStoreError(withoutCode) && withoutCode.cause === bare)
    assert.match(withoutCode.message, /\(refused\).*pooler=session/)
  })

for (const code of [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
  void test(`${code} names the authority that the store URL lacks`, () => {
    const translated = translatePostgres(withCode(code))
    assert.ok(isStoreUnavailable(translated))
    assert.match(String(translated), new RegExp(`\\(${code}\\).*sslrootcert=FILE`))
  })

void test('names the unique index of a violation, if the server names it', () => {
  const named = translatePostgres(withCode('23505', { constraint: 'sale_open' }))
  assert.ok(uniqueViolation(named, 'sale_open'))
  assert.match(String(named), /sale_open/)
  for (const error of [withCode('23505'), withCode('23505', { constraint: 5 }), { code: '23505' }]) {
    const unnamed = translatePostgres(error)
    assert.ok(uniqueViolation(unnamed) && isStoreError(unnamed))
    assert.deepEqual(unnamed.indexes, [])
  }
})

void test('an error of the store stays as it is, also on a lost connection', () => {
  const error = aborted()
  assert.equal(translatePostgres(error, true), error)
})

void test('a statement after a failed one reports the aborted transaction', () => {
  const translated = translatePostgres(withCode('25P02'))
  assert.ok(isStoreError(translated) && translated.code === 'transaction-aborted')
})

void test('retries serialization failures, deadlocks and stale plans only', () => {
  const stale = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' })
  assert.ok(isStalePlan(stale))
  for (const other of [
    withCode('0A000'),
    new Error('cached plan must not change result type'),
    { code: '0A000', message: 'cached plan must not change result type' },
    Object.assign(new Error('no cached plan'), { code: '0A000' }),
  ]) {
    assert.equal(isStalePlan(other), false)
    assert.equal(isRetryable(other), false)
  }
  assert.deepEqual([withCode('40001'), withCode('40P01'), stale, withCode('23505'), null].map(isRetryable), [
    true,
    true,
    true,
    false,
    false,
  ])
})
