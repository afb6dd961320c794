/** Terms of a tier: documents, acceptance and the stored record (D-25). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { boarding, readBoardingMessage, Terms } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from '../../schema/schema.ts'
import { createService } from '../../app/service.ts'
import { llcValues, Partner, TEST_DATA_KEY } from '../../testing.ts'
import { coversAllConsents, coversAllDocuments, consentsOf, documentsOf } from './documents.ts'
import { ENGLISH } from './texts-en.ts'
import { FRENCH } from './texts-fr.ts'

const tier = {
  label: 'Basic',
  fees: [{ label: 'Card present', value: '2.6 % + 10¢' }],
  includes: ['One terminal'],
}

void test('D-25 D-203 each document has a version and the SHA-256 of its text, contains the fees, and states that it is fictional', () => {
  for (const locale of ['en-US', 'en', '', 'de', 'fr-CA', 'FR', 'fr']) {
    const documents = documentsOf(tier, locale)
    for (const { Text, Sha256 } of documents) {
      assert.equal(Sha256, createHash('sha256').update(Text, 'utf8').digest('hex'))
      assert.match(Text, /^(This text is fictional|Ce texte est fictif)\b/)
    }
    const fees = documents.filter(({ Id }) => Id === 'fee-schedule')
    assert.ok(
      fees.every(
        ({ Text }) =>
          Text.includes('Card present') && Text.includes('2.6 % + 10¢') && Text.includes('One terminal'),
      ),
    )
    const languages = [...new Set(documents.map(({ Locale }) => Locale))]
    assert.deepEqual(languages, /^fr/i.test(locale) ? ['fr-CA', 'en-US'] : ['en-US'])
    const statements = consentsOf(locale)
    assert.deepEqual([...new Set(statements.map(({ Locale }) => Locale))], languages)
    for (const language of languages)
      assert.deepEqual(
        statements.filter(({ Locale }) => Locale === language).map(({ Id }) => Id),
        ENGLISH.consents.map(({ id }) => id),
      )
  }
})

void test('both languages have the same documents, paragraphs and statements', () => {
  assert.deepEqual(
    FRENCH.documents.map(({ id, paragraphs }) => [id, paragraphs(tier).length]),
    ENGLISH.documents.map(({ id, paragraphs }) => [id, paragraphs(tier).length]),
  )
  assert.deepEqual(
    FRENCH.consents.map(({ id }) => id),
    ENGLISH.consents.map(({ id }) => id),
  )
  const none = { ...tier, fees: [], includes: [] }
  for (const { paragraphs } of [...ENGLISH.documents, ...FRENCH.documents])
    assert.ok(paragraphs(none).every((text) => text !== '' && !text.includes('undefined')))
})

void test('D-25 accepts all documents of one or both languages; rejects a missing, changed or foreign document', () => {
  const [english, both] = [documentsOf(tier, 'en'), documentsOf(tier, 'fr')]
  const french = both.slice(0, english.length)
  const [first, ...others] = english
  assert.ok(first)
  for (const good of [
    english,
    french,
    both,
    [first, ...french.slice(1)],
    english.toReversed(),
    [...english, first],
  ])
    assert.equal(coversAllDocuments(tier, good), true)
  for (const bad of [
    [],
    others,
    [{ ...first, Version: '2020-1' }, ...others],
    [{ ...first, Sha256: '0'.repeat(64) }, ...others],
    [...english, { Id: 'more', Version: '1', Sha256: '' }],
    documentsOf({ ...tier, fees: [{ label: 'Card present', value: '2.7 %' }] }, 'en'),
  ])
    assert.equal(coversAllDocuments(tier, bad), false)
  const ids = consentsOf('en').map(({ Id }) => Id)
  assert.equal(coversAllConsents([...ids, ...ids]), true)
  for (const bad of [[], ids.slice(1), [...ids, 'more']]) assert.equal(coversAllConsents(bad), false)
})

eachEngine<Tables>(
  'D-25 stores an acceptance with its evidence and its token as a hash; every token is unique',
  async ({ store }) => {
    const partner = await Partner.join(await createService({ store, dataKey: TEST_DATA_KEY }))
    const shown = await partner.documents('Standard', partner.liveKey, 'fr-CA')
    const read = boarding.agreement.answers[200].parse(shown)
    Terms.parse({
      documents: read.Documents?.map(({ Id, Title, Version, Sha256, Locale, Text }) => ({
        id: Id,
        title: Title,
        version: Version,
        sha256: Sha256,
        locale: Locale,
        text: Text,
      })),
      consents: read.Consents?.map(({ Id, Locale, Text }) => ({ id: Id, locale: Locale, text: Text })),
    })
    assert.equal(read.Documents?.[0]?.Locale, 'fr-CA')
    assert.equal(read.Token, undefined)
    const Acceptance = await partner.acceptance(
      'Standard',
      'Harbor Cycle Repair LLC',
      partner.liveKey,
      'fr-CA',
    )
    const tokens = new Set<string>()
    for (const key of ['ApiKey', 'apiKey'])
      for (const _ of [1, 2]) {
        const { status, body } = await partner.post('Agreement', {
          [key]: partner.liveKey,
          tierName: 'Standard',
          acceptance: Acceptance,
        })
        assert.equal(status, 200)
        const { Token, ExpiresAt } = boarding.agreement.answers[200].parse(
          key === 'ApiKey'
            ? body
            : {
                Status: body['status'],
                Refnum: body['refnum'],
                Token: body['token'],
                ExpiresAt: body['expiresAt'],
              },
        )
        assert.match(Token ?? '', /^terms_[a-z2-7]{26}$/)
        assert.ok(Math.abs(Date.parse(ExpiresAt ?? '') - Date.now() - 86_400_000) < 60_000)
        tokens.add(Token ?? '')
      }
    assert.equal(tokens.size, 4)
    const kept = await store.db.selectFrom('service_terms_acceptance').selectAll().execute()
    assert.equal(kept.length, 4)
    assert.deepEqual(
      [kept[0]?.signer_name, kept[0]?.corporate_name, JSON.parse(kept[0]?.evidence ?? '')],
      ['Ada Byron', 'Harbor Cycle Repair LLC', Acceptance['Evidence']],
    )
    const rows = JSON.stringify(await store.db.selectFrom('service_terms_token').selectAll().execute())
    for (const token of tokens) assert.equal(rows.includes(token), false)
  },
)

void test('D-23 an incomplete acceptance gets all errors at once and no token', async () => {
  const store = await openStore<Tables>('file::memory:')
  const service = await createService({ store, dataKey: TEST_DATA_KEY })
  const partner = await Partner.join(service)
  const good = await partner.acceptance('Standard', 'Harbor Cycle Repair LLC')
  const messages = async (Acceptance: unknown): Promise<readonly string[]> => {
    const answer = await partner.post('Agreement', {
      ApiKey: partner.liveKey,
      TierName: 'Standard',
      Acceptance,
    })
    assert.equal(answer.status, 400)
    const { Error } = boarding.BoardingErrorBody.parse(answer.body)
    assert.equal(Error.ErrorCode, 'ValidationError')
    return Error.ErrorMessages
  }
  assert.deepEqual(await messages({}), [
    'Acceptance.CorporateName: Enter a value.',
    'Acceptance.SignerName: Enter a value.',
    'Acceptance.Documents: Read the new version of the documents and agree again.',
    'Acceptance.Consents: Agree to each statement.',
    'Acceptance.Evidence: Enter a value.',
  ])
  assert.deepEqual(
    (await messages({})).map((message) => readBoardingMessage(message).path),
    [
      'consent.corporateName',
      'consent.signerName',
      'consent.documents',
      'consent.accepted',
      'consent.evidence',
    ],
    'each error maps to its field of the page',
  )
  assert.deepEqual(await messages({ ...good, Consents: ['documents'], SignerName: '…' }), [
    'Acceptance.SignerName: Use letters, digits and usual punctuation.',
    'Acceptance.Consents: Agree to each statement.',
  ])
  for (const Evidence of [
    {},
    { a: 1 },
    { a: 'x'.repeat(2_001) },
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`m${i}`, ''])),
  ])
    assert.match((await messages({ ...good, Evidence }))[0] ?? '', /^Acceptance\.Evidence: /)
  assert.deepEqual(await messages({ ...good, Documents: [5], Consents: [{}], Evidence: [] }), [
    'Acceptance.Documents: Send a list of objects.',
    'Acceptance.Consents: Send a list of texts.',
    'Acceptance.Evidence: Send an object.',
  ])
  assert.deepEqual(await store.db.selectFrom('service_terms_token').selectAll().execute(), [])
  await service.close()
  await store.close()
})

void test('deletes an unused token a month after its expiry and keeps the acceptance (INV-17)', async () => {
  let nowMs = Date.now()
  const store = await openStore<Tables>('file::memory:', { testClock: () => nowMs })
  const service = await createService({ store, dataKey: TEST_DATA_KEY })
  const partner = await Partner.join(service)
  const used = await partner.agree()
  assert.equal((await partner.post('SubmitGoApp', partner.submission(llcValues(), used))).status, 200)
  await partner.agree()
  nowMs += 32 * 86_400_000
  await partner.agree()
  const count = async (table: 'service_terms_token' | 'service_terms_acceptance') =>
    (await store.db.selectFrom(table).selectAll().execute()).length
  assert.deepEqual([await count('service_terms_token'), await count('service_terms_acceptance')], [2, 3])
  await service.close()
  await store.close()
})
