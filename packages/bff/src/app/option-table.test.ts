import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { defaultOf, placed } from './option-row.ts'
import { OPTIONS } from './option-table.ts'

/** The place of the options of an interface. */
const PLACES: Readonly<Record<string, string>> = {
  BffOptions: '',
  UpstreamOptions: 'upstream.',
  Limits: 'limits.',
}

const source = readFileSync(new URL('options.ts', import.meta.url), 'utf8')

/** Default of a docstring: `20,000`, `true`, or a word in backticks; `undefined` without one of these. */
const statedIn = (docstring: string): string | undefined =>
  /Default `?(\d[\d,]*|true|false|\w+)`?/.exec(docstring)?.[1]?.replaceAll(',', '')

/** Options with their docstrings, by path. */
const documented = Object.entries(PLACES).flatMap(([name, place]) => {
  const [, body = ''] = new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? []
  const members = [...body.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}readonly (\w+)/g)]
  return members.map(([, docstring = '', member = '']) => [`${place}${member}`, docstring] as const)
})

/** The default of a row as text; the number of requests of a rate. `undefined` for an option without one. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && 'count' in value) return String(value.count)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

test('the docstring of an option states the default of its row', () => {
  const rows = new Map(placed(OPTIONS).map(({ path, row }) => [path, row]))
  const stated = documented.map(([path, docstring]) => [path, statedIn(docstring)])
  const expected = documented.map(([path]) => {
    const row = rows.get(path)
    assert.ok(row, path)
    return [path, textOf(defaultOf(row))]
  })
  assert.deepEqual(stated, expected)
  assert.ok(stated.filter(([, value]) => value !== undefined).length >= 20)
})
