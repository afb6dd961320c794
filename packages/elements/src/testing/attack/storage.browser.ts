// Storage that is denied, full or hostile, as in a frame of another site or a private window: a sale works, and nothing is lost that
// the server knows.
import { assert } from '@esm-bundle/chai'
import { atAgreement } from '../filled-stage.ts'
import { unmountAllApply } from '../mount-apply.ts'
import { readyDesk, unmountAllDesks } from '../mount-desk.ts'
import { mount, unmountAll } from '../mount.ts'
import { APPROVED, DEVICES, ScriptedBff } from '../scripted-bff.ts'

const denied = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const full = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

/** Replaces a property; returns the function that restores it. */
function replaced(object: object, name: string, change: PropertyDescriptor): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { configurable: true, ...change })
  return () => {
    if (before) Object.defineProperty(object, name, before)
    else Reflect.deleteProperty(object, name)
  }
}

const STORES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches'] as const
const everyStore = (change: PropertyDescriptor): (() => void) => {
  const restore = STORES.map((name) => replaced(globalThis, name, change))
  return () => restore.forEach((back) => back())
}
const everyMethod = (value: () => unknown, ...names: readonly string[]): (() => void) => {
  const restore = names.map((name) => replaced(Storage.prototype, name, { value, writable: true }))
  return () => restore.forEach((back) => back())
}

const WAYS: Readonly<Record<string, () => () => void>> = {
  'is denied': () => everyStore({ get: denied }),
  'is absent': () => everyStore({ value: undefined }),
  'is null': () => everyStore({ value: null }),
  'is full': () => everyMethod(full, 'setItem'),
  'throws at every method': () => everyMethod(denied, 'getItem', 'setItem', 'removeItem'),
  'returns the text of an attacker': () =>
    everyMethod(() => '[{"order":"<img src=x>","terminal":"__proto__","atMs":9e99}]', 'getItem'),
  'returns no text': () => everyMethod(() => ({ length: 1 }), 'getItem'),
}

describe('storage', () => {
  afterEach(() => {
    unmountAllApply()
    unmountAllDesks()
    unmountAll()
  })

  for (const [name, act] of Object.entries(WAYS))
    it(`that ${name} stops no sale, and an open sale is shown again`, async () => {
      const restore = act()
      try {
        const bff = new ScriptedBff()
        bff.devices = [DEVICES[0]!]
        const { pay, element } = mount({ bff })
        await pay.phase('choosing')
        await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
        pay.press('Charge $42.00')
        await pay.until(() => bff.streams === 1)
        element.remove()
        const again = mount({ bff })
        await again.pay.phase('contacting')
        while (bff.streams === 0) await new Promise(requestAnimationFrame)
        bff.move(APPROVED, 'approved')
        await again.pay.phase('approved')
        assert.lengthOf(bff.to('POST', '/v1/sales'), 1)
      } finally {
        restore()
      }
    })

  for (const [name, act] of Object.entries(WAYS))
    it(`that ${name} stops neither the desk nor an application`, async () => {
      const restore = act()
      try {
        const { desk } = await readyDesk()
        assert.isNotEmpty(desk.orders)
        const { form } = await atAgreement()
        assert.include(form.text, 'They do so in writing')
      } finally {
        restore()
      }
    })
})
