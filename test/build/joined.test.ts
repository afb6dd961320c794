import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join, readChunk } from './joined.ts'

const FILES = new Map([
  ['first.js', 'import{a as x}from"./base.js";var load=()=>import(`./step.js`);export{x as lit,load as l};'],
  ['base.js', 'let count=0;function n(){return count+=1}export{n as a};'],
  [
    'step.js',
    'import{a as e}from"./base.js";import{lit as t}from"./first.js";import{q}from"./shared.js";var r=[e===t,q()];export{r as STEP};',
  ],
  ['shared.js', 'import{a}from"./base.js";let q=()=>a();export{q};'],
])

const urlOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

test('a chunk is read: what it takes, what it gives, what it does', () => {
  const { imports, exports, body } = readChunk(
    'import{a as b,c}from"./x.js";import"./y.js";b(c);export{b as d};',
  )
  assert.deepEqual(
    [...imports],
    [
      [
        'x.js',
        [
          ['a', 'b'],
          ['c', 'c'],
        ],
      ],
      ['y.js', []],
    ],
  )
  assert.deepEqual(exports, [['b', 'd']])
  assert.equal(body, 'b(c);')
})

test('the first file holds what it needs, and every later file works with that same copy', async () => {
  const files = join('first.js', FILES)
  assert.deepEqual([...files.keys()], ['first.js', 'step.js', 'shared.js'])
  const shared = urlOf(files.get('shared.js')!)
  const step = urlOf(files.get('step.js')!.replace('./shared.js', shared))
  const first = `${files.get('first.js')!.replace('./step.js', step)}export{load}`
  const { load } = (await import(urlOf(first))) as { load: () => Promise<{ STEP: unknown }> }
  assert.deepEqual((await load()).STEP, [true, 1])
  // Once made, a step is not made again: its state is one.
  assert.deepEqual((await load()).STEP, [true, 1])
})

test('the first file exports to pages what is meant for them, and nothing else', async () => {
  const files = new Map([
    ['first.js', 'import{a as x}from"./base.js";let y=1;export{x as lit,y as tokenFrom};'],
    ['base.js', 'function n(){return 1}export{n as a};'],
  ])
  const made = (await import(urlOf(join('first.js', files).get('first.js')!))) as object
  assert.deepEqual(Object.entries(made), [['tokenFrom', 1]])
})

test('a file that needs nothing of the first one stays as it is, wherever it is loaded from', () => {
  const dictionary = 'var s={ok:`Vale`};export{s as STRINGS};'
  const files = join(
    'first.js',
    new Map([
      ...FILES,
      [
        'other.js',
        'import{a}from"./base.js";var d=()=>import(`./languages/pay.es.js`);export{a as A,d as D};',
      ],
      ['languages/pay.es.js', dictionary],
    ]),
  )
  assert.equal(files.get('languages/pay.es.js'), dictionary)
  assert.match(files.get('other.js')!, /import\(`\.\/languages\/pay\.es\.js`\)(?!\.then)/)
})

test('two copies of the first file do not share what they load', async () => {
  const files = join('first.js', FILES)
  const shared = urlOf(files.get('shared.js')!)
  const step = urlOf(files.get('step.js')!.replace('./shared.js', shared))
  const first = `${files.get('first.js')!.replace('./step.js', step)}export{load}`
  for (const copy of ['/*1*/', '/*2*/']) {
    const { load } = (await import(urlOf(first + copy))) as { load: () => Promise<{ STEP: unknown }> }
    assert.deepEqual((await load()).STEP, [true, 1])
  }
})
