import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE } from '../testing/scripted-bff.ts'
import { ResolveLoader, type LoadPart } from './resolve.loader.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'

/** A loader whose network fails as often as `failures` says. */
function stage(failures = 0, stillWaiting = false) {
  const seen = { loads: 0, drawn: 0 }
  const pay = {
    view: { sale: { ...SALE, stillWaiting } },
    redraw: () => void (seen.drawn += 1),
  } as unknown as TerminalPayController
  const load: LoadPart = async () => {
    seen.loads += 1
    if (seen.loads <= failures) throw new TypeError('Failed to fetch dynamically imported module')
    return import('./resolve.part.ts')
  }
  return { seen, loader: new ResolveLoader(pay, load) }
}

test('the part is loaded once, before it is needed', async () => {
  const { seen, loader } = stage(0, true)
  loader.foresee('waiting')
  await loader.load()
  await new Promise((resolve) => setImmediate(resolve))
  loader.foresee('doubt')
  assert.deepEqual([seen.loads, seen.drawn, loader.part === null], [1, 1, false])
})

test('a sale that goes as it should loads nothing', () => {
  const { seen, loader } = stage()
  for (const phase of ['choosing', 'contacting', 'waiting', 'approved', 'unpaid'] as const)
    loader.foresee(phase)
  assert.equal(seen.loads, 0)
})

test('P6 a part that does not come is said, not asked for at every drawing, and comes when asked for again', async () => {
  const { seen, loader } = stage(1)
  loader.foresee('doubt')
  while (!loader.failed) await new Promise((resolve) => setImmediate(resolve))
  loader.foresee('doubt')
  assert.deepEqual([seen.loads, loader.part], [1, null])
  await loader.load()
  assert.deepEqual([seen.loads, loader.failed, loader.part === null], [2, false, false])
})
