import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvCell } from './csv.ts'

test('D-126 a text that a spreadsheet would compute becomes a text', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  for (const sign of signs)
    for (const before of ['', ' ', '\t', '\r', '\n'])
      assert.equal(
        csvCell(`${before}${sign}1+1`).replaceAll('"', ''),
        `${before}'${sign}1+1`,
        JSON.stringify(before + sign),
      )
  assert.deepEqual([csvCell('R-1'), csvCell('')], ['R-1', ''])
})

test('D-126 a text begins no formula where a spreadsheet divides cells at semicolons or tabs', () => {
  assert.deepEqual(
    ['R-1;=1+1;', 'R-1; @A1', 'R-1\t+1', 'R-1;＝1', 'R-1;2'].map((text) => csvCell(text)),
    ["R-1;'=1+1;", "R-1; '@A1", "R-1\t'+1", "R-1;'＝1", 'R-1;2'],
  )
})

test('D-126 a text that the caller reads as a number stays one', () => {
  const decimal = /^-?\d+(\.\d+)?$/
  assert.deepEqual(
    [csvCell('-42.00', decimal), csvCell('-42.00'), csvCell('-1+1', decimal)],
    ['-42.00', "'-42.00", "'-1+1"],
  )
})

test('D-126 commas, quotes and line breaks are quoted as RFC 4180 says', () => {
  assert.equal(csvCell('a,b'), '"a,b"')
  assert.equal(csvCell('say "yes"'), '"say ""yes"""')
  assert.equal(csvCell('a\nb'), '"a\nb"')
  assert.equal(csvCell('=HYPERLINK("x","y")'), `"'=HYPERLINK(""x"",""y"")"`)
})
