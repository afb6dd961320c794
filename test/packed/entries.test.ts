// Sizes of the packages' entries and of the one-file builds, as published. A size above its budget fails, and so does one far
// below it until the budget is lowered.
import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { BUDGETS, weigh } from '../../packages/elements/build/budget.ts'
import { ENTRY_BUDGETS, judged, lowered, VITE_BUDGETS, weight, weightWithVite } from './entries.ts'
import { install } from './install.ts'

const folder = install({ ours: ['contract', 'elements'], libraries: ['@lit-labs/ssr-client', '@lit/react'] })
after(() => rmSync(folder, { recursive: true, force: true }))

describe('what an app pays', () => {
  for (const [line, budget] of Object.entries(ENTRY_BUDGETS))
    test(`for: ${line}`, async (t) => {
      const size = await weight(line, folder)
      t.diagnostic(`${size} B`)
      const said = judged(`"${line}"`, size, budget, 'test/packed/entries.ts')
      assert.equal(said, null, said ?? '')
    })

  for (const [line, budget] of Object.entries(VITE_BUDGETS))
    test(`built by Vite: ${line}`, async (t) => {
      const size = await weightWithVite(line, folder)
      t.diagnostic(`${size} B`)
      const said = judged(`"${line}" built by Vite`, size, budget, 'test/packed/entries.ts')
      assert.equal(said, null, said ?? '')
    })

  const browser = join(folder, 'node_modules/@tapboard/elements/dist/browser')
  for (const [name, budget] of Object.entries(BUDGETS))
    test(`for the one-file build's ${name}`, () => {
      const { brotli } = weigh(name, readFileSync(join(browser, name)))
      const said = judged(name, brotli, budget, 'packages/elements/build/budget.ts')
      assert.equal(said, null, said ?? '')
    })
})

describe('a size', () => {
  test('above its budget fails with the remedy', () => {
    assert.match(
      judged('x.js', 1_001, 1_000, 'here') ?? '',
      /x\.js is 1 B over its budget of 1000 B.*raise the budget in here/,
    )
  })

  test('far below its budget fails with a lower budget', () => {
    const said = judged('x.js', 9_000, 10_000, 'here') ?? ''
    assert.match(said, /lower the budget in here to \d+/)
    for (const size of [20, 500, 9_000, 40_000])
      assert.equal(judged('x.js', size, lowered(size), 'here'), null)
  })

  test('slightly below its budget passes', () => {
    assert.equal(judged('x.js', 9_850, 10_000, 'here'), null)
    assert.equal(judged('x.js', 940, 1_000, 'here'), null)
  })
})
