// Unforeseen answers: no JSON value makes the reader throw, and only an explicit success counts as one (P54).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isObject } from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { jsonAnswer } from '../../testing/boarding.ts'
import { judgeBoarding } from './answer.ts'
import { classifySubmit } from './classify-submit.ts'
import { HONEST } from './boarding-client.testing.ts'
import { readTerms } from './terms.ts'
import { readTiers } from './tiers.ts'

const STATUSES = [200, 201, 204, 301, 400, 403, 404, 408, 409, 429, 500, 503, 599]

/** Bodies that are nearly an answer: members of all answers, in some case, with any value. */
const nearly = fc.dictionary(
  fc
    .tuple(
      fc.constantFrom('Status', 'Refnum', 'Error', 'AppId', 'Tiers', 'Documents', 'Consents', 'Token', 'x'),
      fc.boolean(),
    )
    .map(([name, small]) => (small ? name.toLowerCase() : name)),
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('Success', 'success', 'Error', 'app_1', 'ref_1', ''),
    fc.constant(HONEST.tiers.Tiers),
    fc.constant(HONEST.terms.Documents),
    fc.record({
      ErrorCode: fc.oneof(
        fc.constantFrom('ValidationError', 'InternalError', 'AccessDenied'),
        fc.jsonValue(),
      ),
      ErrorMessages: fc.jsonValue(),
    }),
  ),
)

/** Nearly a success or a refusal: of `nearly`, one in some thousands is. */
const nearlyPlain = fc
  .tuple(
    fc.dictionary(fc.constantFrom('x', 'Status', 'Tiers', 'Token'), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 2,
    }),
    fc.constantFrom(
      { Status: 'Success', AppId: 'app_1' },
      { Status: 'Success', AppId: '' },
      { Status: 'Error', Error: { ErrorCode: 'ValidationError', ErrorMessages: ['no'] } },
      { Status: 'Error', Error: { ErrorCode: 'InternalError', ErrorMessages: {} } },
    ),
  )
  .map(([body, plain]) => ({ ...body, ...plain }))

void test('P54 readers never throw and reject ambiguous JSON', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.oneof(nearly, nearlyPlain, fc.jsonValue()),
      fc.constantFrom(...STATUSES),
      (body, status) => {
        const answer = jsonAnswer(body, status)
        const judged = judgeBoarding(answer)
        const end = classifySubmit({ kind: 'answer', answer })
        seen.add(judged.kind).add(end.kind)
        const members = isObject(body) ? body : {}
        const words = Object.entries(members)
          .filter(([name]) => name.toLowerCase() === 'status')
          .map(([, word]) => (typeof word === 'string' ? word.toLowerCase() : 'none'))
        if (judged.kind === 'answered' || end.kind === 'accepted') {
          assert.ok(status >= 200 && status < 300)
          assert.deepEqual([...new Set(words)], ['success'])
        }
        if (judged.kind === 'refused' || end.kind === 'refused') {
          assert.ok(status < 500)
          assert.deepEqual([...new Set(words)], ['error'])
        }
        readTiers(members)
        readTerms(members, 'en')
      },
    ),
    propertyRuns(54, 4_000),
  )
  for (const kind of ['answered', 'refused', 'fault', 'accepted', 'unknown', 'not_sent'])
    assert.ok(seen.has(kind), `never ${kind}`)
})

void test('P54 accepts documents only if complete and valid', () => {
  const [honest] = HONEST.terms.Documents
  const invalid = fc
    .tuple(fc.constantFrom(...Object.keys(honest)), fc.jsonValue())
    .map(([name, value]) => ({ ...honest, [name]: value }))
  fc.assert(
    fc.property(fc.array(fc.oneof(invalid, fc.constant(honest)), { maxLength: 4 }), (documents) => {
      const terms = readTerms({ Documents: documents, Consents: [] }, 'en')
      if (terms === null) return
      assert.equal(terms.documents.length, documents.length)
      for (const document of terms.documents)
        assert.deepEqual([document.text, document.sha256], [honest.Text, honest.Sha256])
    }),
    propertyRuns(25, 2_000),
  )
})
