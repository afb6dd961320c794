// DOM clobbering: elements of the page whose `id` or `name` is the name of a property of the document or of the window.
import { assert } from '@esm-bundle/chai'
import { LONG } from '../engines.ts'
import { mount, unmountAll } from '../mount.ts'
import { APPROVED, DEVICES, ScriptedBff } from '../scripted-bff.ts'

/** What an element reads from the document, the window and its host, or a library around it might. */
const USED =
  'hidden body head activeElement documentElement defaultView baseURI visibilityState cookie title location fonts forms dir lang ' +
  'fetch crypto customElements localStorage sessionStorage navigator performance JSON URL Promise AbortController ' +
  'bffUrl getToken fetcher phase refund amount order device submit action method elements reset attributes children ' +
  'parentNode isConnected shadowRoot addEventListener dispatchEvent querySelector getElementById append remove'

/** Lit creates every drawing with these: a page that replaces them shows no element of any Lit library. */
const LIT = [
  'createComment',
  'createElement',
  'createTextNode',
  'createTreeWalker',
  'importNode',
  'createElementNS',
]

/** Every property of a document. */
function propertiesOfDocument(): readonly string[] {
  const names = new Set<string>()
  for (let object: unknown = document; object; object = Object.getPrototypeOf(object))
    for (const name of Object.getOwnPropertyNames(object)) names.add(name)
  return [...names]
}

const NAMES = [...new Set([...USED.split(' '), ...(LONG ? propertiesOfDocument() : [])])].filter(
  (name) => !LIT.includes(name),
)

const { append } = Element.prototype
const { createElement } = Document.prototype

/** Puts elements of this name into a form around `inside`; returns it. */
function clobber(names: readonly string[], inside: readonly Element[] = []): Element {
  const outer = createElement.call(document, 'form')
  for (const name of names)
    for (const tag of ['img', 'form', 'input', 'iframe', 'object', 'a']) {
      const element = createElement.call(document, tag)
      element.setAttribute('name', name)
      element.setAttribute('id', name)
      append.call(outer, element)
    }
  append.call(outer, ...inside)
  return outer
}

/** Sells for one order inside of a clobbered page. */
async function sell(names: readonly string[]): Promise<ScriptedBff> {
  const { body } = document
  const bff = new ScriptedBff()
  bff.devices = [DEVICES[0]!]
  const { pay, element } = mount({ bff })
  const submitted: Event[] = []
  const outer = clobber(names)
  EventTarget.prototype.addEventListener.call(outer, 'submit', (event) => {
    event.preventDefault()
    submitted.push(event)
  })
  append.call(body, outer)
  append.call(outer, element)
  try {
    await pay.phase('choosing')
    await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
    pay.press('Charge $42.00')
    while (bff.streams === 0) await new Promise(requestAnimationFrame)
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    assert.equal(pay.title, '$42.00 approved')
    assert.lengthOf(submitted, 0)
    return bff
  } finally {
    Element.prototype.remove.call(outer)
  }
}

describe('a clobbered page', () => {
  afterEach(unmountAll)

  const groups = LONG ? NAMES.map((name) => [name]) : [NAMES, ['hidden']]
  for (const names of groups)
    it(`sells once and follows the sale with elements named ${names.join(', ')}`, async () => {
      const bff = await sell(names)
      assert.lengthOf(bff.to('POST', '/v1/sales'), 1)
      assert.isAtLeast(bff.requests.filter(({ path }) => path === '/v1/sales/sale_1/events').length, 1)
    })

  it('sends nothing where the page has replaced the functions that draw', async () => {
    const bff = new ScriptedBff()
    const outer = clobber(LIT)
    const { body } = document
    const failed: Event[] = []
    const fail = (event: Event): void => {
      event.preventDefault()
      event.stopImmediatePropagation()
      failed.push(event)
    }
    addEventListener('unhandledrejection', fail, true)
    const { element } = mount({ bff, attributes: { headless: '' } })
    append.call(body, outer)
    try {
      await element.updateComplete.catch(() => false)
      await element.start()
      assert.lengthOf(bff.to('POST', '/v1/sales'), 0)
    } finally {
      Element.prototype.remove.call(outer)
      // The event of the failed drawing comes in a task of its own.
      while (failed.length === 0) await new Promise(requestAnimationFrame)
      removeEventListener('unhandledrejection', fail, true)
    }
  })
})
