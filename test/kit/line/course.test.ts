import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Course, HELD_MAX, type Fault, type Step } from './course.ts'

const textOf = (steps: readonly Step[]): string =>
  steps
    .map((step) =>
      step.type === 'pass' ? step.bytes.toString() : `<${step.type === 'end' ? step.how : 'wait'}>`,
    )
    .join('')

/** The received part of `text`, sent in portions of `size` bytes. */
function arrives(fault: Fault | null, text: string, size: number): string {
  const course = new Course(fault)
  let heard = ''
  for (let at = 0; at < text.length; at += size)
    heard += textOf(course.take(Buffer.from(text.slice(at, at + size))))
  return heard + textOf(course.end())
}

const never = Promise.withResolvers<void>().promise
const rows: readonly [string, Fault | null, string][] = [
  ['nothing', null, 'abcdef<half_close>'],
  ['a cut at 0', { type: 'cut', at: 0 }, '<cut>'],
  ['a cut at 4', { type: 'cut', at: 4 }, 'abcd<cut>'],
  ['a cut after the last byte', { type: 'cut', at: 6 }, 'abcdef<cut>'],
  ['a cut past the end', { type: 'cut', at: 7 }, 'abcdef<half_close>'],
  ['a reset at 1', { type: 'reset', at: 1 }, 'a<reset>'],
  ['a half close at 3', { type: 'half_close', at: 3 }, 'abc<half_close>'],
  ['a swallow at 2', { type: 'swallow', at: 2 }, 'ab'],
  ['a swallow at 0', { type: 'swallow', at: 0 }, ''],
  ['a hold', { type: 'hold' }, 'abcdef<half_close>'],
  ['a repeat', { type: 'repeat', from: 1, to: 3 }, 'abcbcdef<half_close>'],
  ['a repeat of all', { type: 'repeat', from: 0, to: 6 }, 'abcdefabcdef<half_close>'],
]
for (const [title, fault, wanted] of rows)
  test(`a direction with ${title} has the same output for any chunks`, () => {
    for (let size = 1; size <= 7; size += 1)
      assert.equal(arrives(fault, 'abcdef', size), wanted, `by ${size}`)
  })

test('delays bytes at the configured place and forwards them in small pieces', () => {
  const waiting = new Course({ type: 'wait', at: 2, until: never })
  assert.equal(textOf(waiting.take(Buffer.from('abc'))), 'ab<wait>c')
  const dripping = new Course({ type: 'drip', bytes: 2, pause: () => never })
  assert.equal(textOf(dripping.take(Buffer.from('abc'))), '<wait>ab<wait>c')
})

test('limits the buffered bytes', () => {
  const course = new Course({ type: 'hold' })
  assert.equal(textOf(course.take(Buffer.alloc(HELD_MAX))), '')
  assert.equal(textOf(course.take(Buffer.alloc(1))), '<reset>')
  assert.equal(textOf(course.end()), '')
})
