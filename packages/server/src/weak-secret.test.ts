import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isWeakSecret } from './weak-secret.ts'

for (const text of [
  '',
  'a'.repeat(32),
  'h'.repeat(24),
  'ab'.repeat(20),
  'change-me-change-me-change-me',
  '0123456789012345678901234567890123456789',
  'abcdefghijklmnopqrstuvwxyz012345',
  'aaaaaaaaaaaaaaaaaaaaaaaaa1234567',
  'zyxwvutsrqponmlkjihgfedcba987654',
])
  test(`calls ${text.slice(0, 12)}… of ${text.length} characters weak`, () => {
    assert.equal(isWeakSecret(text), true)
  })

test('accepts random secrets in hexadecimal digits, base64 and base64url', () => {
  const secrets = Array.from({ length: 500 }, (_, index) => {
    const encoding = (['hex', 'base64', 'base64url'] as const)[index % 3] ?? 'hex'
    return randomBytes(24).toString(encoding)
  })
  assert.deepEqual(secrets.filter(isWeakSecret), [])
})
