// Errors of the boarding API: status by code (§7.4), paths on the wire, and messages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOARDING_ERRORS, ownPath, readBoardingMessage, wirePath } from './boarding-errors.ts'
import { codeOfMessage, FIELD_MESSAGES } from './codes.ts'

test('D-23 every code has its status', () => {
  assert.deepEqual(BOARDING_ERRORS, {
    AccessDenied: 403,
    ValidationError: 400,
    InvalidTier: 400,
    InvalidToken: 400,
    DuplicateApplication: 409,
    NotFound: 404,
    InternalError: 500,
  })
})

test('the parts of an acceptance have paths on the wire', () => {
  assert.equal(wirePath('consent.signerName'), 'Acceptance.SignerName')
  assert.equal(ownPath('acceptance.consents'), 'consent.accepted')
  assert.equal(ownPath('Acceptance.Evidence'), 'consent.evidence')
})

test('a path may have white space around it, but nothing else', () => {
  assert.equal(ownPath(' TaxId\t'), 'taxId')
  for (const path of ['-TaxId', 'TaxId!', '1TaxId', 'TaxId[0]x', 'Signer Information'])
    assert.equal(ownPath(path), null, path)
})

test('a message is read without the white space around it', () => {
  assert.deepEqual(readBoardingMessage('  TaxId :  bad \n'), { path: 'taxId', words: 'bad' })
  assert.deepEqual(readBoardingMessage('TaxId: two\nlines'), { path: 'taxId', words: 'two\nlines' })
  assert.deepEqual(readBoardingMessage(' computer says no '), { path: '', words: 'computer says no' })
})

test('a path in the middle of a message is part of the message', () => {
  for (const message of ['2 TaxId: bad', '(TaxId: bad)'])
    assert.deepEqual(readBoardingMessage(message), { path: '', words: message })
})

test('the text of a code may have white space around it', () => {
  for (const [code, message] of Object.entries(FIELD_MESSAGES))
    assert.equal(codeOfMessage(` ${message}\n`), code)
})
