// The sizes in the README of the elements: their limits are the budgets of the builds, and no figure is above its limit.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { BUDGETS, DICTIONARY_BUDGET, TOGETHER } from '../../packages/elements/build/budget.ts'
import { ENTRY_BUDGETS, VITE_BUDGETS } from '../packed/entries.ts'
import { ROOT } from './tree.ts'

const README = 'packages/elements/README.md'
const rows = readFileSync(path.join(ROOT, README), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))

/** The cells of the one row that begins with a text. */
function cellsOf(start: string): readonly string[] {
  const found = rows.filter((row) => row.startsWith(`| ${start}`))
  assert.equal(found.length, 1, `${README} has ${found.length} rows that begin with "${start}"`)
  return (found[0] ?? '').split('|').map((cell) => cell.trim())
}

/** The bytes of a cell, such as `18,656 B`; `NaN` for a cell in another unit. */
const bytesOf = (cell = ''): number => Number(/^([\d,]+) B$/.exec(cell)?.[1]?.replaceAll(',', ''))

test('the limits of the builds for bundlers are their budgets', () => {
  const lines = ['terminal-pay', 'merchant-apply'].map((tag) => `import '@tapboard/elements/${tag}/define'`)
  for (const [bundler, budgets] of [
    ['esbuild', ENTRY_BUDGETS],
    ['Vite', VITE_BUDGETS],
  ] as const) {
    const [, , , pay, , apply] = cellsOf(`${bundler} |`)
    assert.deepEqual(
      [pay, apply].map(bytesOf),
      lines.map((line) => budgets[line]),
      `${bundler}: write the budgets of test/packed/entries.ts into ${README}`,
    )
  }
})

test('the limits of the one-file builds are their budgets, and no measured size is above its limit', () => {
  const limits: readonly (readonly [start: string, budget: number | undefined])[] = [
    ['one-file build: everything until the first control', BUDGETS['terminal-pay.js']],
    ['its part for press and sale', BUDGETS['terminal-pay-sale.js']],
    ['its part for deciding by hand', BUDGETS['terminal-pay-resolve.js']],
    ['its part for registering a terminal', BUDGETS['terminal-pay-register.js']],
    ['the language of a page', DICTIONARY_BUDGET],
    ['`merchant-apply.js`: everything until', BUDGETS['merchant-apply.js']],
    ['with its later files', TOGETHER['all of <merchant-apply>']?.budget],
  ]
  for (const [start, budget] of limits) {
    const [, , measured, limit] = cellsOf(start)
    assert.equal(bytesOf(limit), budget, `"${start}": write the budget of build/budget.ts into ${README}`)
    assert.ok(!(bytesOf(measured) > bytesOf(limit)), `"${start}": measure it again with "npm run build"`)
  }
})
