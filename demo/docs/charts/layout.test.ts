import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationChart } from './application.ts'
import { drawChart, tableOfWays, type Chart } from './draw.ts'
import { layOut, MEASURES } from './layout.ts'
import { payChart } from './pay.ts'
import { saleChart } from './sale.ts'

const CHARTS: readonly Chart[] = [saleChart(), payChart(), applicationChart()]

for (const chart of CHARTS)
  test(`no states of “${chart.title}” overlap or leave the drawing`, () => {
    const width = 100
    const edges = chart.ways.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to] as const)
    const made = layOut({ nodes: chart.states.map(({ id }) => ({ id, width })), edges })
    const places = [...made.places.values()]
    assert.equal(places.length, chart.states.length)
    for (const [index, [x, y]] of places.entries()) {
      assert.ok(x - width / 2 >= 0 && x + width / 2 <= made.width, `${x} of ${made.width}`)
      assert.ok(y - MEASURES.height / 2 >= 0 && y + MEASURES.height / 2 <= made.height)
      for (const [otherX, otherY] of places.slice(index + 1))
        assert.ok(Math.abs(x - otherX) >= width || Math.abs(y - otherY) >= MEASURES.height)
    }
  })

for (const chart of CHARTS)
  test(`“${chart.title}” has the same content as text`, () => {
    const [svg, table] = [drawChart(chart), tableOfWays(chart)]
    for (const { id, meaning } of chart.states) {
      assert.ok(svg.includes(`>${id.replaceAll('_', ' ')}<`), id)
      assert.notEqual(meaning, '')
    }
    for (const { from, what, to } of chart.ways) {
      assert.ok(table.includes(what), what)
      assert.ok(
        from === to || svg.includes(`${from.replaceAll('_', ' ')} → ${to.replaceAll('_', ' ')}`),
        `${from} ${to}`,
      )
    }
    assert.doesNotMatch(svg, / style=/)
  })

test('lays out cycles and unreachable states', () => {
  const nodes = ['a', 'b', 'c', 'alone'].map((id) => ({ id, width: 40 }))
  const { places, lines } = layOut({
    nodes,
    edges: [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ],
  })
  assert.equal(places.size, 4)
  assert.equal(lines.length, 3)
  const [first, last] = [lines[2]?.[0], lines[2]?.at(-1)]
  assert.ok((first?.[1] ?? 0) > (last?.[1] ?? 0), 'the way back leads upwards')
})
