// Messages of the service as issues of fields.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELD_MESSAGES } from '@tapboard/contract'
import { issuesOfRefusal, NOT_RECEIVED } from './refusal-issues.ts'

const issues = (messages: readonly string[], code = 'ValidationError', secrets: readonly string[] = []) =>
  issuesOfRefusal({ kind: 'refused', code, reference: null, messages }, secrets)
const upstream = (message: string, path = '') => ({ path, code: 'upstream', message })

test('a known sentence keeps its key, and a known name leads to its field', () => {
  assert.deepEqual(
    issues([`CorporateName: ${FIELD_MESSAGES.latin}`, 'BusinessPhone: Call us.', 'Call us.']),
    [
      { path: 'corporateName', code: 'latin', message: FIELD_MESSAGES.latin },
      upstream('Call us.', 'businessPhone'),
      upstream('Call us.'),
    ],
  )
})

test('a code about the tier or the token leads to it, unless the message names a field', () => {
  assert.deepEqual(issues(['No.'], 'InvalidTier'), [
    { path: 'tierName', code: 'tier-unavailable', message: 'No.' },
  ])
  assert.deepEqual(issues(['CorporateName: No.'], 'InvalidTier'), [upstream('No.', 'corporateName')])
  assert.deepEqual(issues([], 'InvalidToken'), [
    { path: 'termsToken', code: 'terms-token', message: FIELD_MESSAGES['terms-token'] },
  ])
  assert.deepEqual(issues([]), [upstream(FIELD_MESSAGES.upstream)])
})

test('a message with a secret, or without text, gets our own sentence', () => {
  const general = upstream(FIELD_MESSAGES.upstream)
  assert.deepEqual(issues(['Account abcd is closed.'], undefined, ['abcd']), [general])
  assert.deepEqual(issues(['Account abc is closed.'], undefined, ['abc']), [
    upstream('Account abc is closed.'),
  ])
  assert.deepEqual(issues(['\u200B\u0007']), [general])
})

test('four digits in a row become an ellipsis, with any separator', () => {
  assert.deepEqual(
    issues(['No 1234.', 'No 1-2 3.4!', 'No 123.', 'In 12 and 34.']).map(({ message }) => message),
    ['No ….', 'No …!', 'No 123.', 'In 12 and 34.'],
  )
})

test('keeps 40 messages of 300 characters', () => {
  const found = issues(Array.from({ length: 41 }, () => 'x'.repeat(301)))
  assert.equal(found.length, 40)
  assert.equal(found[0]?.message, 'x'.repeat(300))
})

test('an application that was not received names no field', () => {
  assert.deepEqual([NOT_RECEIVED.path, NOT_RECEIVED.code], ['', 'upstream'])
})
