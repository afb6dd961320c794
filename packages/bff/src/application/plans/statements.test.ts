// The names of statements: each names one ID with its texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Terms } from '@tapboard/contract'
import { acceptedStatements, termsForPage } from './statements.ts'

const termsOf = (...consents: Terms['consents']): Terms => ({ documents: [], consents })
const namesOf = (terms: Terms): readonly string[] => termsForPage(terms).consents.map(({ id }) => id)
const FEES = { id: 'fees', locale: 'en', text: 'I have read the fees.' }
const FRAIS = { id: 'fees', locale: 'fr-CA', text: 'J’ai lu les frais.' }

void test('D-216 the languages of a statement share a name, and other texts or IDs have another', () => {
  const [french, english] = namesOf(termsOf(FRAIS, FEES))
  assert.match(french ?? '', /^[0-9a-f]{64}$/)
  assert.equal(english, french)
  const others = [
    termsOf(FEES, FRAIS),
    termsOf(FEES),
    termsOf({ ...FRAIS, text: `${FRAIS.text}!` }, FEES),
    termsOf({ ...FRAIS, id: 'fee' }, { ...FEES, id: 'fee' }),
  ].map((terms) => namesOf(terms)[0])
  assert.equal(new Set([french, ...others]).size, 5)
})

void test('D-216 an acceptance is read by the present texts, once for each statement', () => {
  const terms = termsOf(FRAIS, FEES)
  const [name = ''] = namesOf(terms)
  const fees = { id: 'fees', sha256: name }
  assert.deepEqual(acceptedStatements([name, name], terms), { statements: [fees], changed: false })
  assert.deepEqual(acceptedStatements([name], termsOf(FEES)), { statements: [], changed: true })
  assert.deepEqual(acceptedStatements(['fees'], terms), { statements: [{ id: 'fees' }], changed: false })
  assert.deepEqual(acceptedStatements(['fees'], null), { statements: [{ id: 'fees' }], changed: false })
  assert.deepEqual(acceptedStatements([], terms), { statements: [], changed: false })
})
