import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstFile, laterFile, type Chunk } from './parts.ts'

const load = (name: string): string => `Promise.resolve().then(()=>require("./${name}"))`

const SHARED: Chunk = {
  fileName: 'shared.js',
  code: 'let n=0;function count(){return n+=1}exports.a=count;',
  imports: [],
  dynamicImports: [],
}
const FIRST: Chunk = {
  fileName: 'first.js',
  code: `const e=require("./shared.js");exports.a=e.a;exports.load=()=>${load('step.js')};`,
  imports: ['shared.js'],
  dynamicImports: ['step.js'],
}
const STEP: Chunk = {
  fileName: 'step.js',
  code: `const e=require("./first.js"),t=require("./shared.js");exports.STEP=[e.a===t.a,t.a()];exports.words=()=>${load('words.js')};`,
  imports: ['first.js', 'shared.js'],
  dynamicImports: ['words.js'],
}
const WORDS: Chunk = {
  fileName: 'words.js',
  code: 'exports.STRINGS={ok:`Vale`};',
  imports: [],
  dynamicImports: [],
}

const urlOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

const words = urlOf(laterFile(WORDS, [], ['STRINGS']))
const step = urlOf(laterFile(STEP, ['first.js', 'shared.js'], ['STEP', 'words']).replace('./words.js', words))
const first = firstFile([SHARED, FIRST], ['load']).replace('./step.js', step)

interface First {
  readonly load: () => Promise<{ readonly STEP: unknown; readonly words: () => Promise<unknown> }>
}

test('D-78 a later file works with the copy of the first file that loaded it, and runs once', async () => {
  const { load: loadStep } = (await import(urlOf(first))) as First
  assert.deepEqual((await loadStep()).STEP, [true, 1])
  assert.deepEqual((await loadStep()).STEP, [true, 1])
  assert.deepEqual({ ...((await (await loadStep()).words()) as object) }, { STRINGS: { ok: 'Vale' } })
})

test('two copies of the first file share no later file', async () => {
  const steps: unknown[] = []
  for (const copy of ['/*1*/', '/*2*/']) {
    const { load: loadStep } = (await import(urlOf(first + copy))) as First
    steps.push((await loadStep()).STEP)
  }
  assert.deepEqual(steps, [
    [true, 1],
    [true, 1],
  ])
  assert.notEqual(steps[0], steps[1])
})

test('the first file exports only the names that are for pages', async () => {
  assert.deepEqual(Object.keys((await import(urlOf(first))) as object), ['load'])
})

test('the first file asks the engine to compile it while it loads', () => {
  assert.match(first, /^\/\/# allFunctionsCalledOnLoad\n/)
})

test('a later file that needs nothing is a plain module', async () => {
  assert.deepEqual({ ...((await import(words)) as object) }, { STRINGS: { ok: 'Vale' } })
})

test('the build stops at a later file that imports another one', () => {
  assert.throws(() => laterFile(STEP, ['first.js'], []), /step\.js imports shared\.js/)
})

test('the build stops at a dynamic import in an unknown form', () => {
  assert.throws(() => firstFile([{ ...FIRST, code: 'import("./step.js")' }], []), /first\.js loads step\.js/)
})
