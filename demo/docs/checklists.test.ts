// The security checklists: complete, without an empty row, and each row that is held names a test or a section that exists.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SAFETY_RULES } from '../../packages/bff/src/app/safety-rules.ts'
import { ASVS } from './data/security/asvs/asvs.ts'
import { BOUNDARIES, BOXES, ZONES } from './data/security/boundaries.ts'
import { countsOf, STATUSES, type Holder } from './data/security/checklist.ts'
import { boundaryPicture } from './parts/boundaries.ts'
import { checklist, checklistCounts, CHECKLISTS } from './parts/checklists.ts'
import { ROOT } from './parts/files.ts'

/** ASVS 5.0.0: the levels of the requirements of each section, in their order. */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

const rows = Object.values(CHECKLISTS).flatMap((chapters) => chapters.flatMap((chapter) => chapter.rows))

const texts = new Map<string, string>()
const textOf = (file: string): string => {
  const known = texts.get(file) ?? (existsSync(ROOT + file) ? readFileSync(ROOT + file, 'utf8') : '')
  texts.set(file, known)
  return known
}

const titlesOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/\b(?:test|it|each\w*)(?:<\w+>)?\(\s*(?:(['"`])((?:\\.|(?!\1).)*)\1)/g)].map(
    ([, , title = '']) => title,
  )

const headingsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) => heading)

/** The fault of a holder as a sentence, or `null`. */
function faultOf({ kind, file, title }: Holder): string | null {
  if (textOf(file) === '') return `${file} does not exist`
  if (kind === 'section') return headingsOf(file).includes(title) ? null : `${file} has no section "${title}"`
  return titlesOf(file).some((one) => one.startsWith(title)) ? null : `${file} has no test "${title}"`
}

test('the ASVS list has each requirement of levels 1 and 2 once, in order, with its level', () => {
  const wanted = Object.entries(LEVELS).flatMap(([section, levels]) =>
    levels.split('').flatMap((level, index) => (level === '3' ? [] : [`${section}.${index + 1} L${level}`])),
  )
  assert.equal(wanted.length, 253)
  assert.deepEqual(
    ASVS.flatMap((chapter) => chapter.rows.map(({ clause, level }) => `${clause} L${level}`)),
    wanted,
  )
  for (const { id, rows: own } of ASVS)
    for (const { clause } of own) assert.equal(`V${clause.split('.')[0]}`, id)
})

test('no row of a checklist is empty, and no row is held without a holder', () => {
  assert.ok(rows.length > 320, String(rows.length))
  for (const { clause, subject, status, how, holders } of rows) {
    assert.ok(subject.length > 3 && how.length > 4, clause)
    assert.ok(STATUSES.includes(status), clause)
    if (status === 'held') assert.ok(holders.length > 0, `${clause} is held by nothing`)
    if (status === 'not held' || status === 'does not apply') assert.equal(holders.length, 0, clause)
  }
})

test('every holder of a checklist and of a boundary exists', () => {
  const holders = [...rows, ...BOUNDARIES].flatMap((row) => row.holders)
  assert.deepEqual([...new Set(holders.map(faultOf).filter((fault) => fault !== null))], [])
  assert.ok(holders.length > 300, String(holders.length))
})

test('a missing file, test or section is reported', () => {
  const own = 'demo/docs/checklists.test.ts'
  assert.match(faultOf({ kind: 'test', file: 'test/missing.test.ts', title: 'one' }) ?? '', /does not exist/)
  assert.match(faultOf({ kind: 'test', file: own, title: 'an unwritten test' }) ?? '', /has no test/)
  assert.equal(faultOf({ kind: 'test', file: own, title: 'every holder' }), null)
  assert.match(faultOf({ kind: 'section', file: 'SECURITY.md', title: 'Unwritten' }) ?? '', /has no section/)
})

test('SECURITY.md lists every safety rule of the configuration', () => {
  const listed = [...textOf('SECURITY.md').matchAll(/^- \[ \] `([\w-]+)`:/gm)].map(([, name]) => name)
  assert.deepEqual(listed, Object.keys(SAFETY_RULES))
})

test('the counts of a checklist are those of its rows', () => {
  const lines = checklistCounts('').split('\n').slice(2)
  assert.equal(lines.length, Object.keys(CHECKLISTS).length)
  for (const [index, chapters] of Object.values(CHECKLISTS).entries()) {
    const own = chapters.flatMap((chapter) => chapter.rows)
    const shown = (lines[index] ?? '').match(/(?<=\| )\d+(?= \|)/g)?.map(Number) ?? []
    assert.deepEqual(shown, [own.length, ...STATUSES.map((status) => countsOf(own)[status])])
  }
  assert.equal(checklist('asvs').match(/<details>/g)?.length, 17)
})

test('the picture of the boundaries has each zone, box and number once', () => {
  const picture = boundaryPicture()
  for (const { label } of [...ZONES, ...BOXES])
    assert.equal(picture.split(`>${label}</text>`).length, 2, label)
  assert.deepEqual(
    BOUNDARIES.map(({ number }) => number),
    BOUNDARIES.map((_, index) => index + 1),
  )
  for (const { number } of BOUNDARIES)
    assert.equal(picture.split(`>${number}</text>`).length, 2, String(number))
})
