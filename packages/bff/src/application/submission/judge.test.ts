// The texts of an application that are redacted from the partner's answers (P20).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretsOf } from '@tapboard/contract'
import { goodSigner, goodValues } from '@tapboard/contract/testing'
import { secretTexts, signerIndex } from './judge.ts'

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
