import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepAwake, type ScreenLocks } from './wake-lock.ts'

/** A page whose visibility changes, with a count of its listeners. */
function pageOf() {
  const listeners = new Set<() => void>()
  return {
    visibilityState: 'visible' as DocumentVisibilityState,
    listeners,
    addEventListener: (_: string, listener: unknown) => void listeners.add(listener as () => void),
    removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener as () => void),
    show(state: DocumentVisibilityState) {
      this.visibilityState = state
      for (const listener of listeners) listener()
    },
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

test('the screen stays on while the page is visible, again after it was hidden, and not after the end', async () => {
  const page = pageOf()
  const held: { released: boolean; release(): Promise<void> }[] = []
  const locks: ScreenLocks = {
    async request() {
      const lock = {
        released: false,
        async release() {
          lock.released = true
        },
      }
      held.push(lock)
      return lock
    },
  }
  const end = keepAwake(page as never, locks)
  page.show('visible')
  await turn()
  assert.equal(held.length, 1, 'one lock for two events')
  page.show('visible')
  await turn()
  assert.equal(held.length, 1)
  // A browser releases the lock of a hidden page.
  await held[0]?.release()
  page.show('hidden')
  await turn()
  assert.equal(held.length, 1)
  page.show('visible')
  await turn()
  assert.equal(held.length, 2)
  end()
  await turn()
  assert.deepEqual([held[1]?.released, page.listeners.size], [true, 0])
})

test('a browser that refuses or has no wake lock changes nothing', async () => {
  const page = pageOf()
  keepAwake(page as never, undefined)()
  let asked = 0
  const end = keepAwake(page as never, {
    async request() {
      asked += 1
      throw new Error('low battery')
    },
  })
  await turn()
  page.show('visible')
  await turn()
  assert.equal(asked, 2, 'asked again when the page is shown again')
  end()
})
