import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from './bench/common/order.ts'
import { buildBrowserFile } from './bench/size/browser-file.ts'
import { BUDGETS, isDictionary, TOGETHER, weigh, weighTogether } from './build/budget.ts'

const budgetsOf = (element: string): string[] =>
  Object.keys(BUDGETS)
    .filter((name) => name.startsWith(element))
    .toSorted()

const withoutDictionaries = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !isDictionary(name)).toSorted()

test('a page pays at most 23.2 KB until a sale can start with <terminal-pay>, in one file, and 29 KB for all of it', async () => {
  const { code, files } = await buildBrowserFile()
  assert.equal(files, 1, 'the one-file build makes more than one file')
  assert.match(code, /terminal-pay/)
  const { complaint } = weigh('terminal-pay.js', code)
  assert.equal(complaint, null, complaint ?? '')
})

test('what is loaded later weighs little, imports nothing, and lies beside the first file', async () => {
  const { code, later } = await buildBrowserFile()
  assert.deepEqual(withoutDictionaries(['terminal-pay.js', ...later.keys()]), budgetsOf('terminal-pay'))
  for (const [name, part] of later) {
    const { complaint } = weigh(name, part)
    assert.equal(complaint, null, complaint ?? '')
    // A part that imports the first file would load a second copy of it where that has another address or name.
    assert.doesNotMatch(part, /\bimport\b/)
    assert.ok(
      code.includes(`import(\`./${name}\`)`),
      `terminal-pay.js does not look for ${name} beside itself`,
    )
  }
})

test('a page pays at most 24 KB until the first step of <merchant-apply> can be used, and 45 KB for all of it', async () => {
  const { code, files, later } = await buildBrowserFile('merchant-apply')
  assert.equal(files, 1, 'the first file waits for another one')
  const all = new Map([['merchant-apply.js', code], ...later])
  assert.deepEqual(withoutDictionaries(all.keys()), budgetsOf('merchant-apply'))
  const sizes = new Map(Array.from(all, ([name, text]) => [name, weigh(name, text).brotli]))
  for (const [name, text] of all) assert.equal(weigh(name, text).complaint, null, name)
  assert.deepEqual(weighTogether(sizes), [])
})

test('the later file of <merchant-apply> imports nothing: not the first one, whatever address that has', async () => {
  const { code, later } = await buildBrowserFile('merchant-apply')
  const all = [code, ...later.values()].join('')
  for (const [name, text] of later) {
    assert.doesNotMatch(text, /\bimport\b\s*["'`{*]/)
    assert.ok(
      all.includes(`import(\`./${name}\`)`),
      `merchant-apply.js does not look for ${name} beside itself`,
    )
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
  const chance = seeded(1)
  const grown = Uint8Array.from({ length: 30_000 }, () => chance() * 256)
  assert.match(
    weigh('terminal-pay.js', grown).complaint ?? '',
    new RegExp(`over its budget of ${BUDGETS['terminal-pay.js']} B.*npm run bench`, 's'),
  )
})
