// The page "Test data": the real functions accept or refuse each number and amount as the page says.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { einRule, judgeApplication, routingRule, ssnRule, type Rule } from '@tapboard/contract'
import { behaviourOf } from '../../packages/service/src/terminal/behaviour.ts'
import { TEST_NUMBERS } from './data/test-numbers.ts'
import { readPages } from './build/pages.ts'
import { plainText } from './build/html.ts'
import { ROOT } from './parts/files.ts'
import { judgeNumber, outcomeOfAmount, TEST_CENTS } from './parts/test-data.ts'

const context = {
  today: '2026-11-26',
  sandbox: true,
  tiers: ['Standard'],
  wire: false,
}
const page = readPages().find(({ name }) => name === 'test-data')?.html ?? ''
const shown = plainText(page)

for (const [name, numbers] of Object.entries(TEST_NUMBERS))
  test(`the judge accepts and refuses each ${name} of the page as stated`, () => {
    const { path, put, accepted, refused } = numbers
    for (const { typed } of accepted)
      assert.deepEqual([typed, judgeApplication(put(typed), context).issues], [typed, []])
    for (const { typed } of refused)
      assert.deepEqual(
        [typed, judgeApplication(put(typed), context).issues.map((issue) => issue.path)],
        [typed, [path]],
      )
    for (const { typed } of [...accepted, ...refused]) {
      assert.ok(page.includes(`<code>${typed}</code>`), typed)
      assert.ok(shown.includes(judgeNumber(numbers, typed, true)), typed)
    }
  })

test('production refuses all ten reserved SSNs, which test mode accepts', () => {
  for (let digit = 0; digit < 10; digit += 1) {
    const values = TEST_NUMBERS.ssn.put(`987-65-432${digit}`)
    assert.deepEqual(judgeApplication(values, context).issues, [])
    const { issues } = judgeApplication(values, { ...context, sandbox: false })
    assert.deepEqual(issues, [{ path: 'signers[0].ssn', code: 'ssn-sample' }])
  }
})

test('production refuses the examples of the hints, which test mode accepts', () => {
  const { ssn, ein } = TEST_NUMBERS
  for (const [numbers, typed, code] of [
    [ssn, '123-45-6789', 'ssn-sample'],
    [ein, '12-3456789', 'ein-invalid'],
  ] as const) {
    const values = numbers.put(typed)
    assert.deepEqual(judgeApplication(values, context).issues, [])
    const { issues } = judgeApplication(values, { ...context, sandbox: false })
    assert.deepEqual(
      issues.filter(({ path }) => path === numbers.path),
      [{ path: numbers.path, code }],
    )
  }
})

test('each amount has the outcome of its row', () => {
  const outcomes = {
    0: 'approved',
    5: 'declined',
    51: 'declined',
    91: 'failed',
    98: 'timed_out',
  }
  assert.deepEqual(
    Object.fromEntries(TEST_CENTS.map((cents) => [cents, outcomeOfAmount(4200 + cents).kind])),
    outcomes,
  )
  for (const [cents, kind] of Object.entries(outcomes))
    assert.match(
      page,
      new RegExp(`<code>42\\.${cents.padStart(2, '0')}</code>[^<]*</td>\\s*<td[^>]*><code>${kind}</code>`),
    )
})

test('each ending of a serial number on the page selects a scripted terminal', () => {
  const endings = [...page.matchAll(/<td[^>]*><code>(-[A-Z]+)<\/code>/g)].map(([, ending = '']) => ending)
  assert.ok(endings.length >= 6)
  for (const ending of endings) assert.ok(behaviourOf(`COUNTER${ending}`), ending)
})

/** A number of nine digits in the text of a document, with the rule of its field. */
const KINDS: readonly (readonly [pattern: RegExp, rule: Rule])[] = [
  [/(?<![\d-])\d\d-\d{7}(?!\d)/g, einRule],
  [/(?<![\d-])\d{3}-\d\d-\d{4}(?!\d)/g, ssnRule],
  [/(?<![\d-])\d{9}(?!\d)/g, routingRule],
]

for (const file of [
  ...['express', 'html', 'next', 'python', 'react-vite'].map(
    (name) => `packages/create-tapboard/templates/${name}/README.md`,
  ),
  'packages/tapboard/pages/sign-up.html',
  'demo/docs/pages/test-data.md',
])
  test(`the rules accept the numbers to type of ${file}`, () => {
    const text = readFileSync(ROOT + file, 'utf8')
    for (const [pattern, rule] of KINDS) {
      const [number = ''] = text.match(pattern) ?? []
      assert.deepEqual([number, rule(number, context).code], [number, ''])
    }
  })
