// The client address: a server never trusts an address that the caller wrote.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIP } from 'node:net'
import { readClientAddress } from './client-address.ts'

const forwarded = (text: string | null): Headers =>
  new Headers(text === null ? {} : { 'x-forwarded-for': text })

const CASES: readonly [string | null, string | null, number, string | null][] = [
  [null, '203.0.113.7', 0, '203.0.113.7'],
  ['198.51.100.1', '203.0.113.7', 0, '203.0.113.7'],
  [null, '::ffff:203.0.113.7', 0, '203.0.113.7'],
  [null, '2001:DB8::1', 0, '2001:db8::1'],
  [null, null, 0, null],
  ['198.51.100.1', null, 0, null],
  ['198.51.100.1', '10.0.0.1', 1, '198.51.100.1'],
  ['6.6.6.6, 198.51.100.1', '10.0.0.1', 1, '198.51.100.1'],
  ['6.6.6.6, 198.51.100.1, 10.0.0.2', '10.0.0.1', 2, '198.51.100.1'],
  ['198.51.100.1', '10.0.0.1', 2, null],
  [null, '10.0.0.1', 1, null],
  ['198.51.100.1:4711', '10.0.0.1', 1, '198.51.100.1'],
  ['"[2001:db8::5]:4711"', '10.0.0.1', 1, '2001:db8::5'],
  ['[2001:db8::5]', '10.0.0.1', 1, '2001:db8::5'],
  ['unknown', '10.0.0.1', 1, null],
  ['<script>', '10.0.0.1', 1, null],
  ['198.51.100.1,', '10.0.0.1', 1, null],
  ['999.1.1.1', '10.0.0.1', 1, null],
  // A caller cannot hide behind a long header of its own.
  [`${'6.6.6.6, '.repeat(300)}198.51.100.1`, '10.0.0.1', 1, '198.51.100.1'],
  [`${'6.6.6.6, '.repeat(300)}198.51.100.1, 10.0.0.2`, '10.0.0.1', 2, '198.51.100.1'],
  [`${'6'.repeat(4_000)}`, '10.0.0.1', 1, null],
]

void test('D-64 the address of the caller is the one seen by the trusted proxies', () => {
  for (const [header, peer, proxies, address] of CASES)
    assert.equal(
      readClientAddress(forwarded(header), peer, proxies, (text) => isIP(text) !== 0),
      address,
      String(header),
    )
})
