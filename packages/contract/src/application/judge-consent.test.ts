import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSignature, judgeConsent } from './judge-consent.ts'
import type { Terms } from './page.ts'
import { emptySigner } from './values.ts'

const signers = [
  { ...emptySigner(true), firstName: 'María-José', lastName: "O'Neill" },
  { ...emptySigner(false), firstName: 'Li', lastName: 'Wu' },
]
const hash = (digit: string): string => digit.repeat(64)
const terms: Terms = {
  documents: [
    { id: 'fr', title: 'Entente', version: '3', sha256: hash('a'), locale: 'fr-CA', text: 'Texte' },
    { id: 'en', title: 'Agreement', version: '3', sha256: hash('b'), locale: 'en', text: 'Text' },
  ],
  consents: [
    { id: 'terms', locale: 'en', text: 'I agree.' },
    { id: 'check', locale: 'en', text: 'You may ask about me.' },
  ],
}
const good = {
  documents: [
    { id: 'en', version: '3', sha256: hash('b') },
    { id: 'fr', version: '3', sha256: hash('a') },
  ],
  accepted: ['check', 'terms'],
  signerName: 'Li Wu',
  locale: 'en',
}

describe('the consent of an agreement', () => {
  it('D-67 a signature ignores case, accents and spaces', () => {
    for (const typed of [
      "María-José O'Neill",
      "  maría-josé   o'NEILL ",
      "Maria-Jose O'Neill",
      'LI WU',
      'Li\u00a0Wu',
      "Mari\u0301a-Jose\u0301 O'Neill",
    ])
      assert.ok(isSignature(typed, signers), typed)
    for (const typed of ['', ' ', 'Li', 'Wu Li', 'Maria-Jose ONeill', 'Li Wu Jr', 'X'])
      assert.ok(!isSignature(typed, signers), typed)
    assert.ok(!isSignature('', [emptySigner(true)]))
    assert.ok(!isSignature(' ', []))
  })

  it('accepts all consents in any order', () => {
    assert.deepEqual(judgeConsent(good, signers, terms), [])
  })

  it('reports all missing consents at once', () => {
    assert.deepEqual(
      judgeConsent({ ...good, documents: [], accepted: ['terms'], signerName: '' }, signers, terms),
      [
        { path: 'consent.documents', code: 'documents-changed' },
        { path: 'consent.accepted', code: 'consent-missing' },
        { path: 'consent.signerName', code: 'signature-name' },
      ],
    )
  })

  it('rejects documents of another version or text, additional and missing ones', () => {
    const [en, fr] = good.documents
    for (const documents of [
      [en!, { ...fr!, version: '2' }],
      [en!, { ...fr!, sha256: hash('c') }],
      [en!],
      [en!, fr!, { ...fr!, id: 'x' }],
    ])
      assert.deepEqual(judgeConsent({ ...good, documents }, signers, terms), [
        { path: 'consent.documents', code: 'documents-changed' },
      ])
  })

  it('checks only the signature if a frame or the page shows the documents', () => {
    assert.deepEqual(judgeConsent({ ...good, documents: [], accepted: [] }, signers, null), [])
  })
})
