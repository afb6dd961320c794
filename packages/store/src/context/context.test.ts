/** The async context of Node, and its replacement on runtimes without one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as node from './node.ts'
import * as web from './web.ts'

void test('on Node a value follows the code of `run` through an await', async () => {
  const context = new node.AsyncContext<number>()
  const inside = await context.run(1, async () => {
    await node.turn()
    const inner = await context.run(2, async () => context.get())
    return [inner, context.get()]
  })
  assert.deepEqual(inside, [2, 1])
  assert.equal(context.get(), undefined)
})

void test('on Node a snapshot runs work in the context in which it was taken', async () => {
  const context = new node.AsyncContext<number>()
  const inContext = await context.run(1, async () => node.snapshot())
  assert.equal(await inContext(async () => context.get()), 1)
})

void test('elsewhere there is no context, and the work runs', async () => {
  const context = new web.AsyncContext<number>()
  assert.deepEqual(await context.run(1, async () => [context.get()]), [undefined])
  assert.equal(await web.snapshot()(async () => 'done'), 'done')
})

for (const [name, { turn }] of [
  ['Node', node],
  ['another runtime', web],
] as const)
  void test(`a turn of ${name} lets other tasks run first`, async () => {
    let ran = false
    const immediate = new Promise<void>((resolve) =>
      setImmediate(() => {
        ran = true
        resolve()
      }),
    )
    await Promise.all([turn(), immediate])
    await turn()
    assert.ok(ran)
  })
