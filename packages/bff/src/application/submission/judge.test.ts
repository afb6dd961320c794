// The texts of an application that are redacted from the partner's answers (P20).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretsOf, type SubmitApplication } from '@tapboard/contract'
import { goodSigner, goodValues } from '@tapboard/contract/testing'
import { judgeSubmission, secretTexts, signerIndex } from './judge.ts'

test('P20 redacts every number of a person or account, as entered and as sent', () => {
  const values = goodValues()
  const typed = {
    ...secretsOf(values),
    taxId: '12-3456780',
    accountNumber: '1234 5678 901',
    ssns: ['123-45-6788'],
  }
  assert.deepEqual(
    new Set(secretTexts(typed, values)),
    new Set([
      '12-3456780',
      '1234 5678 901',
      '123-45-6788',
      '123456780',
      '12345678901',
      '021000021',
      '123456788',
      '1980-02-29',
    ]),
  )
})

test('P20 redacts texts of four characters and more', () => {
  const values = {
    ...goodValues({ signers: [], taxId: '' }),
    banking: { bankName: '', routingNumber: '', accountNumber: '' },
  }
  const typed = (taxId: string) => secretTexts({ ...secretsOf(values), taxId }, values)
  assert.deepEqual([typed('1234'), typed('123'), typed('')], [['1234'], [], []])
})

test('finds the signer of a signature, of two with one name the first', () => {
  const [ana, bo] = [goodSigner(), goodSigner({ firstName: 'Bo' })]
  const indexOf = (typed: string): number | null => signerIndex(typed, goodValues({ signers: [ana, bo, bo] }))
  const nameOf = ({ firstName, lastName }: typeof ana): string => `${firstName} ${lastName}`
  assert.deepEqual([indexOf(nameOf(ana)), indexOf(nameOf(bo)), indexOf('Eve Other')], [0, 1, null])
})

/** The issues of a signed submission as path and code. */
function issuesOf(
  values: ReturnType<typeof goodValues>,
  facts: { environment?: 'sandbox' | 'production'; needsToken?: boolean; termsToken?: string } = {},
): readonly string[] {
  const { environment = 'production', needsToken = false, termsToken } = facts
  const [signer] = values.signers
  const signerName = `${signer?.firstName} ${signer?.lastName}`
  const consent = { documents: [], accepted: [], signerName, locale: 'en-US' }
  const token = termsToken === undefined ? {} : { termsToken }
  const body = { values, secrets: '', consent, ...token } as SubmitApplication
  const now = { nowMs: Date.UTC(2026, 2, 10), tiers: [values.tierName], terms: null }
  const verdict = judgeSubmission(body, secretsOf(values), { ...now, environment, needsToken })
  return verdict.ok ? [] : verdict.issues.map(({ path, code }) => `${path} ${code}`)
}

test('a sample number is valid in the sandbox only', () => {
  const values = goodValues({ signers: [goodSigner({ ssn: '123456789' })] })
  assert.deepEqual(issuesOf(values, { environment: 'sandbox' }), [])
  assert.deepEqual(issuesOf(values), ['signers[0].ssn ssn-sample'])
})

test('a missing terms token is an issue where the page must send one', () => {
  const values = goodValues()
  assert.deepEqual(issuesOf(values, { needsToken: true }), ['termsToken terms-token'])
  assert.deepEqual(issuesOf(values, { needsToken: true, termsToken: 'token' }), [])
  assert.deepEqual(issuesOf(values), [])
})

test('a page submits two lines of a street, so one line has 100 characters at most', () => {
  const values = goodValues()
  const businessAddress = { ...values.businessAddress, streetAddress: `1 ${'x'.repeat(99)}` }
  assert.deepEqual(issuesOf({ ...values, businessAddress }), ['businessAddress.streetAddress too-long'])
})
