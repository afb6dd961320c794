import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  emptySigner,
  emptyValues,
  judgeSigner,
  type ApplicationValues,
  type FieldCode,
  type Judge,
  type RuleContext,
} from '@tapboard/contract'
import { FIELDS } from '../fields/fields.strings.ts'
import { replaced, Wording } from '../fields/wording.ts'
import type { Shell } from '../shell.view.ts'
import { StepMemory } from '../step-memory.ts'
import { refusalOf } from '../step-shell.view.ts'
import type { StepPart, StepScene } from '../step.ts'
import { STEP as bank } from './bank.step.ts'
import { STEP as business } from './business.step.ts'
import { STEP as contact } from './contact.step.ts'
import { STEP as signers } from './signers.step.ts'
import { STEP as tax } from './tax.step.ts'

/** Inputs of people and machines, for every text field at once. */
const TYPED = [
  '',
  ' ',
  'a',
  '&',
  'A & B',
  '???',
  '名前',
  '\u202e',
  '<img src=x onerror=alert(1)>',
  'x'.repeat(10_000),
  '0',
  '101',
  '-1',
  '1.5',
  '50',
  '100',
  '000000000',
  '111111111',
  '123456789',
  '987654321',
  '987650001',
  '912701234',
  '123456780',
  '00-1234567',
  '021000021',
  '021000022',
  '4111111111111111',
  '800-555-0123',
  '(732) 555-0123',
  '555',
  'PO Box 12',
  'me@x',
  'localhost',
  'http://10.0.0.1',
  'a'.repeat(260) + '.com',
  '2-29-2023',
  '2023-02-29',
  '2023-02-30',
  '2999-01-01',
  '1700-01-01',
  '1890-01-01',
  '2020-01-01',
  '--5',
  'AA',
  'NJ',
  'ZZ',
  '08701',
  '00000',
  'K1A 0B1',
  'EIN',
  'SSN',
  'ITIN',
  'llc',
]

const fill = (value: unknown, typed: string): unknown => {
  if (typeof value === 'string') return typed
  if (Array.isArray(value)) return value.map((each) => fill(each, typed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, typed)]))
}

function* cases(): Generator<ApplicationValues> {
  for (const typed of TYPED) {
    for (const count of [0, 1, 2, 6]) {
      const empty = { ...emptyValues(), signers: Array.from({ length: count }, () => emptySigner(false)) }
      const filled = fill(empty, typed) as ApplicationValues
      for (const ownershipType of ['llc', 'soleProprietorship', '']) {
        for (const country of ['US', 'CA', 'XX', '']) {
          for (const taxIdType of ['EIN', 'SSN', 'ITIN', '']) {
            const place = { country }
            yield {
              ...filled,
              ownershipType,
              taxIdType,
              dbaSame: country === 'US',
              mailingSame: country === 'CA',
              bankingLater: taxIdType === '',
              businessAddress: { ...filled.businessAddress, ...place },
              mailingAddress: { ...filled.mailingAddress, ...place },
              signers: filled.signers.map((signer) => ({
                ...signer,
                address: { ...signer.address, ...place },
              })),
            }
          }
        }
      }
    }
  }
}

const CONTEXT: RuleContext = { today: '2026-11-22', sandbox: false, tiers: null, wire: false }

const sceneOf = (values: ApplicationValues, shown: ReadonlyMap<string, FieldCode>): StepScene =>
  ({
    values,
    shown,
    messages: new Map(),
    wording: new Wording(),
    people: { open: null, removed: null, before: [] },
    memory: new StepMemory(),
    lang: 'en',
  }) as unknown as StepScene

test('every error of a step has a specific sentence at its field, and every field a name', () => {
  const parts: readonly (readonly [StepPart, Judge])[] = [
    ...[business, tax, contact, signers, bank].map((part) => [part, part.judge!] as const),
    [signers, (values, context) => judgeSigner(values, 0, context)],
  ]
  const seen = new Set<string>()
  for (const values of cases()) {
    for (const [part, judge] of parts) {
      const { issues } = judge(values, CONTEXT)
      const scene = sceneOf(values, new Map(issues.map(({ path, code }) => [path, code])))
      for (const { path, code } of issues) {
        const label = part.label!(path, scene)
        const key = `${path.replace(/\d+/g, '')} ${code}`
        assert.notEqual(label, '', key)
        const bare = label.replace(/^(Person \d|Mailing address|[^:]+): /, '')
        const said = part.message!(path, scene)
        assert.ok(said !== '' && !said.endsWith(FIELDS.check(bare)), `${key} has no words of its own`)
        seen.add(key)
      }
    }
  }
  assert.ok(seen.size > 90, `only ${seen.size} errors were met`)
})

test('the service’s texts replace ours', () => {
  const scene = sceneOf(emptyValues(), new Map([['corporateName', 'upstream']]))
  assert.equal(business.message!('corporateName', scene), FIELDS.refusals.name)
  const messages = new Map([['corporateName', 'Not known to the registry.']])
  assert.equal(business.message!('corporateName', { ...scene, messages }), 'Not known to the registry.')
})

test('a refusal without a reason says what to check for each kind of field', () => {
  const { refused, refusals } = FIELDS
  const advice: readonly (readonly [StepPart, string, string])[] = [
    [business, 'dbaName', refusals.name],
    [business, 'productSold', refused],
    [business, 'website', refusals.reach],
    [business, 'businessStartDate', refusals.date],
    [business, 'annualCreditCardSales', refused],
    [tax, 'taxId', refusals.number],
    [contact, 'businessPhone', refusals.reach],
    [contact, 'businessEmail', refusals.reach],
    [contact, 'mailingAddress.streetAddress2', refusals.place],
    [contact, 'mailingAddress.country', refusals.place],
    [signers, 'signers[1].lastName', refusals.name],
    [signers, 'signers[1].dateOfBirth', refusals.date],
    [signers, 'signers[1].ssn', refusals.number],
    [signers, 'signers[1].ownershipPercentage', refused],
    [bank, 'banking.bankName', refusals.name],
    [bank, 'banking.routingNumber', refusals.number],
    [bank, 'banking.accountNumber', refusals.number],
  ]
  const values = { ...emptyValues(), signers: [emptySigner(true), emptySigner(false)] }
  for (const [part, path, sentence] of advice) {
    const shown = part.message!(path, sceneOf(values, new Map([[path, 'upstream']])))
    assert.ok(shown.endsWith(sentence), `${path}: ${shown}`)
  }
})

test('a page replaces texts of the same kind only', () => {
  const base = { a: 'one', b: { c: 'two', d: (n: number) => `${n}` }, e: ['x'] }
  const over = { a: 'uno', b: { c: 3, d: (n: number) => `#${n}`, z: 'new' }, e: ['y'], q: 'q' }
  const made = replaced(base, over)
  assert.equal(made.a, 'uno')
  assert.equal(made.b.c, 'two')
  assert.equal(made.b.d(1), '#1')
  assert.deepEqual(made.e, ['y'])
  assert.deepEqual(Object.keys(made), ['a', 'b', 'e'])
  assert.deepEqual(Object.keys(made.b), ['c', 'd'])
  const shown = new Map<string, FieldCode>([['corporateName', 'required']])
  const host = { business: { fields: { corporateName: { errors: { required: 'Name, please' } } } } }
  const scene = { ...sceneOf(emptyValues(), shown), wording: new Wording({}, host) }
  assert.equal(business.message!('corporateName', scene), 'Name, please')
  assert.equal(business.label!('corporateName', scene), 'Legal name of the business')
})

test('the page’s texts override those of the language, and both override the English ones', () => {
  const english = { a: 'one', b: { c: 'two', d: 'three' } }
  const wording = new Wording({ part: { a: 'uno', b: { c: 'dos', d: 'tres' } } }, { part: { b: { c: '2' } } })
  assert.deepEqual(wording.of('part', english), { a: 'uno', b: { c: '2', d: 'tres' } })
  assert.equal(wording.of('part', english), wording.of('part', english))
  assert.equal(new Wording({ part: english }, undefined).of('other', english), english)
})

test('a refusal that a new try does not end says who must act, any other says when to try again', () => {
  const saying = (refusal: string): string => {
    const view = { refusal, page: { partner: 'Northwind' } }
    return refusalOf({ view, scene: { wording: new Wording() } } as unknown as Shell)
  }
  // A merchant that was removed answers 403; where its page then gets no token, the refusal is `token-refused`.
  for (const code of ['forbidden', 'token-refused', 'upstream-refused', 'store-restored'])
    assert.equal(
      saying(code),
      'Nothing was sent: Northwind cannot take applications right now. Please tell them. Trying again will not help.',
      code,
    )
  for (const code of ['upstream-unavailable', 'token-unavailable', 'draining', 'idempotency-mismatch'])
    assert.match(saying(code), /Try again in a moment\.$/, code)
  assert.match(saying('network'), /^The server cannot be reached/)
})
