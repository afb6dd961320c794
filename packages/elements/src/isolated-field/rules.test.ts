import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accountRule, einRule, routingRule, ssnRule, type SecretName } from '@tapboard/contract'
import { CONTEXT, propertyRuns } from '@tapboard/contract/testing'
import { FONT, LOOK } from './protocol.ts'
import { Comparisons, formatField, judgeField, safeLook } from './rules.ts'

const FACTS = { sandbox: true, expected: '', apart: '' }
const RULES = { ssn: ssnRule, taxId: einRule, accountNumber: accountRule }

test('an isolated field judges as the rule of its secret', () => {
  const typed = fc.oneof(fc.string({ maxLength: 20 }), fc.stringMatching(/^\d{0,18}$/))
  const field = fc.constantFrom<SecretName>('ssn', 'taxId', 'accountNumber')
  fc.assert(
    fc.property(field, typed, fc.boolean(), (name, text, sandbox) => {
      const wanted = RULES[name](text, { ...CONTEXT, sandbox })
      assert.deepEqual(judgeField(text, { ...FACTS, sandbox, field: name }), wanted)
    }),
    propertyRuns(9),
  )
})

test('an isolated field compares with what the page says of other fields', () => {
  const code = (text: string, facts: Partial<Parameters<typeof judgeField>[1]>) =>
    judgeField(text, { ...FACTS, field: 'ssn', ...facts }).code
  assert.equal(code('517-28-4693', { expected: 'ITIN' }), 'itin-expected')
  assert.equal(code('900-50-0001', { expected: 'SSN' }), 'ssn-expected')
  assert.equal(code('517-28-4693', { expected: 'SSN' }), '')
  assert.equal(code('12', { expected: 'SSN' }), 'nine-digits')
  assert.equal(code('324377516', { field: 'accountNumber', apart: '324377516' }), 'account-is-routing')
  assert.equal(code('8370264915', { field: 'accountNumber', apart: '324377516' }), '')
})

test('D-142 an isolated field compares with 20 routing numbers of the page, and with no other number', () => {
  const comparisons = new Comparisons()
  const routing = Array.from({ length: 2_000 }, (_, index) => String(121_000_000 + index)).filter(
    (number) => routingRule(number, CONTEXT).code === '',
  )
  assert.ok(routing.length > 30)
  for (const guess of ['8370264915', '641357902', '12100024', '', 'x'])
    assert.equal(comparisons.admit(guess, true), '', guess)
  assert.deepEqual(
    routing.map((number) => comparisons.admit(number, true)).filter((number) => number !== ''),
    routing.slice(0, 20),
  )
  assert.equal(comparisons.admit(routing[0]!, true), routing[0])
})

test('an isolated field groups the digits of its kind', () => {
  assert.equal(formatField('517284693', 'ssn'), '517-28-4693')
  assert.equal(formatField('641357902', 'taxId'), '64-1357902')
  assert.equal(formatField('8370264915', 'accountNumber'), '8370264915')
})

test('a frame takes over colours, lengths and fonts, and nothing that loads a file or ends a declaration', () => {
  const plain = {
    '--accent': 'light-dark(#0a58ca, rgb(125 178 255 / 50%))',
    '--radius': 'calc(var(--tapboard-radius, 12px) * 1.3)',
    'font-family': '"Noto Sans", system-ui, sans-serif',
    'font-size': '16px',
    'color-scheme': 'light dark',
  }
  assert.deepEqual(Object.fromEntries(safeLook(plain)), plain)
  for (const value of [
    'url(https://evil.example/)',
    'URL("x")',
    'image-set("a.png" 1x)',
    'src("x")',
    'attr(value)',
    'element(#i)',
    'paint(x)',
    '#fff; background: red',
    'red } input { color: blue',
    '\\75rl(x)',
    '@import "x"',
    '',
    'a'.repeat(301),
    7,
    null,
  ])
    assert.deepEqual(safeLook({ '--accent': value }), [], String(value))
  for (const name of ['background', 'content', '--other', 'font', '__proto__', 'behavior'])
    assert.deepEqual(safeLook({ [name]: 'red' }), [], name)
  assert.equal(new Set([...LOOK, ...FONT]).size, LOOK.length + FONT.length)
})
