import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from './bench/common/order.ts'
import { buildBrowserFile } from './bench/size/browser-file.ts'
import { weigh } from './build/budget.ts'

test('a page pays at most 18 KB for everything that <terminal-pay> needs, in one file', async () => {
  const { code, files } = await buildBrowserFile()
  assert.equal(files, 1, 'the one-file build makes more than one file')
  assert.match(code, /terminal-pay/)
  const { complaint } = weigh('terminal-pay.js', code)
  assert.equal(complaint, null, complaint ?? '')
})

test('a file that grew past its budget is named, with what to do', () => {
  const chance = seeded(1)
  const grown = Uint8Array.from({ length: 20_000 }, () => chance() * 256)
  assert.match(weigh('terminal-pay.js', grown).complaint ?? '', /over its budget of 18432 B.*npm run bench/s)
})
