import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { buildBrowserFile } from './browser.ts'
import { BUDGETS, isDictionary, TOGETHER, weigh, weighTogether } from './budget.ts'

const budgetsOf = (element: string): string[] =>
  Object.keys(BUDGETS)
    .filter((name) => name.startsWith(element))
    .toSorted()

/** The files of elements that several tests read. */
const pay = buildBrowserFile()
const apply = buildBrowserFile('merchant-apply')

const withoutDictionaries = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !isDictionary(name)).toSorted()

/** Each file keeps its budget, and all together keep theirs. */
function assertBudgets(files: ReadonlyMap<string, string>): void {
  const weighed = Array.from(files, ([name, text]) => [name, weigh(name, text)] as const)
  for (const [name, { complaint }] of weighed) assert.equal(complaint, null, name)
  assert.deepEqual(weighTogether(new Map(weighed.map(([name, { brotli }]) => [name, brotli]))), [])
}

test('a page loads one file of at most 19.3 KB until the first control of <terminal-pay>', async () => {
  const { code, files } = await pay
  assert.equal(files, 1, 'the one-file build makes more than one file')
  assert.match(code, /terminal-pay/)
  const { complaint } = weigh('terminal-pay.js', code)
  assert.equal(complaint, null, complaint ?? '')
})

test('each later file of <terminal-pay> keeps its budget, imports nothing and is loaded from beside the first file', async () => {
  const { code, later } = await pay
  assert.deepEqual(withoutDictionaries(['terminal-pay.js', ...later.keys()]), budgetsOf('terminal-pay'))
  for (const [name, part] of later) {
    const { complaint } = weigh(name, part)
    assert.equal(complaint, null, complaint ?? '')
    // An import of the first file would load a second copy of it where that has another address or name.
    assert.doesNotMatch(part, /\bimport\b\s*["'`{*]/)
    assert.ok(
      [code, ...later.values()].join('').includes(`import("./${name}")`),
      `no file of terminal-pay looks for ${name} beside itself`,
    )
  }
})

test('a page loads one file of at most 23.4 KB until <merchant-apply> shows its start', async () => {
  const { code, files, later } = await apply
  assert.equal(files, 1, 'the first file waits for another one')
  const all = new Map([['merchant-apply.js', code], ...later])
  assert.deepEqual(withoutDictionaries(all.keys()), budgetsOf('merchant-apply'))
  assertBudgets(all)
})

test('the later file of <merchant-apply> imports nothing, so the address of the first file does not matter', async () => {
  const { code, later } = await apply
  const all = [code, ...later.values()].join('')
  for (const [name, text] of later) {
    assert.doesNotMatch(text, /\bimport\b\s*["'`{*]/)
    assert.ok(
      all.includes(`import("./${name}")`),
      `merchant-apply.js does not look for ${name} beside itself`,
    )
  }
})

test('a page loads one file of at most 21 KB until <terminal-desk> shows a day; each later file keeps its budget and imports nothing', async () => {
  const { code, files, later } = await buildBrowserFile('terminal-desk')
  assert.equal(files, 1, 'the first file waits for another one')
  const all = new Map([['terminal-desk.js', code], ...later])
  assert.deepEqual(withoutDictionaries(all.keys()), budgetsOf('terminal-desk'))
  assertBudgets(all)
  const text = [...all.values()].join('')
  for (const [name, part] of later) {
    assert.doesNotMatch(part, /\bimport\b\s*["'`{*]/)
    assert.ok(text.includes(`import("./${name}")`), `no file looks for ${name} beside itself`)
  }
})

test('files that grew past what they may weigh together are named', () => {
  const [[what, { budget }] = ['', { budget: 0 }]] = Object.entries(TOGETHER)
  assert.match(
    weighTogether(new Map([['merchant-apply.js', budget + 7]])).join(),
    new RegExp(`${what} is 7 B over`),
  )
})

test('a file that grew past its budget is named, with what to do', () => {
  // Digests do not compress.
  const grown = Buffer.concat(
    Array.from({ length: 500 }, (_, index) => createHash('sha512').update(`${index}`).digest()),
  )
  assert.match(
    weigh('terminal-pay.js', grown).complaint ?? '',
    new RegExp(`over its budget of ${BUDGETS['terminal-pay.js']} B.*npm run bench`, 's'),
  )
})
