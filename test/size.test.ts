import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from './bench/common/order.ts'
import { buildBrowserFile } from './bench/size/browser-file.ts'
import { BUDGETS, weigh, type BudgetedFile } from './build/budget.ts'

test('a page pays at most 18 KB for everything that <terminal-pay> needs, in one file', async () => {
  const { code, files } = await buildBrowserFile()
  assert.equal(files, 1, 'the one-file build makes more than one file')
  assert.match(code, /terminal-pay/)
  const { complaint } = weigh('terminal-pay.js', code)
  assert.equal(complaint, null, complaint ?? '')
})

test('what is loaded later weighs little, imports nothing, and is the one file that lies beside the first', async () => {
  const { code, later } = await buildBrowserFile()
  assert.deepEqual(['terminal-pay.js', ...later.keys()], Object.keys(BUDGETS))
  for (const [name, part] of later) {
    const { complaint } = weigh(name as BudgetedFile, part)
    assert.equal(complaint, null, complaint ?? '')
    // A part that imports the first file would load a second copy of it where that has another address or name.
    assert.doesNotMatch(part, /\bimport\b/)
    assert.ok(
      code.includes(`import(\`./${name}\`)`),
      `terminal-pay.js does not look for ${name} beside itself`,
    )
  }
})

test('a file that grew past its budget is named, with what to do', () => {
  const chance = seeded(1)
  const grown = Uint8Array.from({ length: 20_000 }, () => chance() * 256)
  assert.match(weigh('terminal-pay.js', grown).complaint ?? '', /over its budget of 18432 B.*npm run bench/s)
})
