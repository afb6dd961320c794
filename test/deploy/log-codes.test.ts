// The list of the codes of log lines against the calls of the log in the sources: each code that is written there has a row with its level and
// with what to do, and each row a call.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LOG_CODES, type LogCode } from '@tapboard/server'
import { ROOT } from '../kit/process.ts'

const PACKAGES = ['bff', 'service', 'server', 'store', 'tapboard'] as const
const LEVELS: readonly LogCode['level'][] = ['info', 'warn', 'error']

const sourcesOf = (name: string): readonly string[] => {
  const folder = join(ROOT, 'packages', name, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/test|[/\\]demo[/\\]/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

/** The text from `start` to the bracket that ends it. */
function untilClosed(text: string, start: number): string {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1
    if (')]}'.includes(text.charAt(at))) depth -= 1
    if (depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** The codes of the calls of a log in a text, with their levels; a part that changes is `*`. */
function codesIn(text: string): readonly (readonly [code: string, level: LogCode['level']])[] {
  return [...text.matchAll(/\blog\s*\.\s*(info|warn|error)\(\s*\{/g)].flatMap((match) => {
    const fields = untilClosed(text, match.index + match[0].length)
    const [, literal, template] = /\bcode: (?:'([^']+)'|`([^`]+)`)/.exec(fields) ?? []
    const code = literal ?? template?.replace(/\$\{[^}]*\}/, '*')
    return code === undefined ? [] : [[code, match[1] as LogCode['level']] as const]
  })
}

/** Codes that a line gets from a variable with these values. */
const OF_VARIABLES = [
  ['attested_paid', 'info'],
  ['attested_unpaid', 'info'],
] as const

/** A code with a changing part has one row for all of its values. */
const rowOf = (code: string): string =>
  LOG_CODES.some((row) => row.code === code)
    ? code
    : (LOG_CODES.find((row) => row.code.startsWith('*') && code.endsWith(row.code.slice(1)))?.code ?? code)

test('every code of a log line has a row with its most urgent level, and every row a log line', () => {
  const found = new Map<string, LogCode['level']>(OF_VARIABLES)
  let calls = 0
  for (const text of PACKAGES.flatMap(sourcesOf))
    for (const [code, level] of codesIn(text)) {
      calls += 1
      const row = rowOf(code)
      const before = found.get(row)
      if (before === undefined || LEVELS.indexOf(before) < LEVELS.indexOf(level)) found.set(row, level)
    }
  assert.ok(calls > 40, `only ${calls} calls were read`)
  const listed = LOG_CODES.map(({ code, level }) => `${code} ${level}`)
  assert.equal(new Set(LOG_CODES.map(({ code }) => code)).size, listed.length)
  assert.deepEqual(listed.toSorted(), [...found].map(([code, level]) => `${code} ${level}`).toSorted())
  for (const [code] of OF_VARIABLES)
    assert.ok(
      sourcesOf('bff').some((text) => text.includes(`'${code}'`)),
      code,
    )
})

test('every row says what the code means and what to do', () => {
  for (const { code, means, advice } of LOG_CODES) {
    assert.match(means, /^[A-Z].*\.$/, code)
    assert.match(advice, /^[A-Z`].*\.$/, code)
  }
})

test('a call is read with its level, its code and its changing part', () => {
  const text =
    'log.warn({ a: { b: 1 }, code: \'one\' }, "x"); log.error({ code: `${name}-works` }); log.info({ code })'
  assert.deepEqual(codesIn(text), [
    ['one', 'warn'],
    ['*-works', 'error'],
  ])
})
