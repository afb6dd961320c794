import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvCell } from './csv.ts'
import { propertyRuns } from './testing.ts'

/** The cells of a file as a spreadsheet divides it: quotes count at the beginning of a cell, wherever that is. */
function cellsOf(file: string, divider: string): string[] {
  const cells = ['']
  let quoted = false
  for (let at = 0; at < file.length; at += 1) {
    const sign = file[at] ?? ''
    const last = cells.length - 1
    if (quoted && sign === '"' && file[at + 1] === '"') at += 1
    else if (sign === '"' && (quoted || cells[last] === '')) {
      quoted = !quoted
      continue
    } else if (!quoted && (sign === divider || sign === '\n')) {
      cells.push('')
      continue
    }
    cells[last] += sign
  }
  return cells
}

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

test('D-126 no cell of a file begins a formula, whatever divides it', () => {
  const sign = fc.constantFrom('=', '@', ';', '\t', '"', ' ', ',', '\n', '1', 'a')
  const text = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const file = `id,${csvCell(one)},${csvCell(other)}\n1,2,3\n`
      for (const divider of [',', ';', '\t'])
        for (const cell of cellsOf(file, divider)) assert.doesNotMatch(cell, /^ *[=@]/)
    }),
    propertyRuns(126, 5_000),
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
