import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, named, unmountAll } from '../testing/mount.ts'
import { APPROVED, ScriptedBff } from '../testing/scripted-bff.ts'

const EVENTS = '/v1/sales/sale_1/events'
const WAITING = { sale: { state: 'started', phase: 'present_card' } } as const

/** Elements of one sale on one BFF. */
async function together(count: number): Promise<ReturnType<typeof mount>[]> {
  const bff = new ScriptedBff()
  const stages = Array.from({ length: count }, () => mount({ bff, ...WAITING }))
  await Promise.all(stages.map(({ pay }) => pay.phase('waiting')))
  await stages[0]!.pay.until(() => bff.streams === 1)
  return stages
}

/** An empty document of the same origin inside this page. */
async function frame(): Promise<HTMLIFrameElement> {
  const made = document.createElement('iframe')
  const loaded = new Promise((resolve) => made.addEventListener('load', resolve, { once: true }))
  document.body.append(made)
  // Firefox replaces the first document of a frame a second time.
  await Promise.race([loaded, new Promise((resolve) => requestAnimationFrame(resolve))])
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return made
}

const settles = async ({ bff, pay }: ReturnType<typeof mount>): Promise<void> => {
  bff.move(APPROVED, 'approved')
  await pay.phase('approved')
  assert.lengthOf(bff.to('POST', '/v1/sales/sale_1/cancel'), 0)
}

describe('<terminal-pay> moved, removed, hidden and printed', () => {
  useFastClock()
  afterEach(() => {
    unmountAll()
    for (const made of document.querySelectorAll('iframe, [data-place]')) made.remove()
  })

  it('P60 elements of one sale share one stream, which outlives the element that opened it', async () => {
    const [first, second, third] = await together(3)
    const { bff } = first!
    assert.lengthOf(bff.to('GET', EVENTS), 1)
    first!.element.remove()
    await first!.element.updateComplete
    bff.move({ phase: 'authorizing' })
    await second!.pay.until(() => second!.pay.title === 'Authorizing the card')
    assert.lengthOf(bff.to('GET', EVENTS), 1)
    bff.move(APPROVED, 'approved')
    await Promise.all([second!.pay.phase('approved'), third!.pay.phase('approved')])
    for (const stage of [second!, third!])
      assert.lengthOf(
        named(stage).filter((name) => name === 'terminal-pay-settled'),
        1,
      )
  })

  it('P66 follows with another element’s token if one page gives none, and both show the approval', async () => {
    const [first, second] = await together(2)
    const { bff } = first!
    first!.element.getToken = () => Promise.reject(new Error('signed out'))
    bff.handler = ({ path }) =>
      path === EVENTS && bff.to('GET', EVENTS).length < 3 ? bff.problem('token-expired') : null
    bff.cut()
    await second!.pay.until(() => bff.streams === 1)
    bff.move(APPROVED, 'approved')
    await Promise.all([first!.pay.phase('approved'), second!.pay.phase('approved')])
  })

  it('P67 a hundred moves, removals and returns: at most one stream, and the sale continues', async () => {
    const [stage] = await together(1)
    const { bff, element, pay } = stage!
    const place = document.createElement('div')
    place.dataset['place'] = ''
    document.body.append(place)
    for (let cycle = 0; cycle < 100; cycle += 1) {
      place.append(element)
      element.remove()
      if (cycle % 2) await Promise.resolve()
      document.body.append(element)
      if (cycle % 10 === 1) await pay.until(() => bff.streams === 1)
      assert.isAtMost(bff.streams, 1)
    }
    await pay.until(() => bff.streams === 1)
    assert.lengthOf(bff.to('POST', '/v1/sales'), 0)
    await settles(stage!)
  })

  it('P67 keeps its stream when moved into a shadow root and out again', async () => {
    const [stage] = await together(1)
    const place = document.createElement('div')
    place.dataset['place'] = ''
    document.body.append(place)
    place.attachShadow({ mode: 'closed' }).append(stage!.element)
    await stage!.element.updateComplete
    document.body.append(stage!.element)
    await stage!.element.updateComplete
    assert.lengthOf(stage!.bff.to('GET', EVENTS), 1)
    await settles(stage!)
  })

  it('P67 keeps its stream when moved into another document and back', async () => {
    const [stage] = await together(1)
    const { element, pay, bff } = stage!
    const { contentDocument } = await frame()
    contentDocument!.body.append(element)
    await element.updateComplete
    assert.equal(element.ownerDocument, contentDocument)
    bff.move({ phase: 'authorizing' })
    await pay.until(() => pay.title === 'Authorizing the card')
    document.body.append(element)
    await element.updateComplete
    assert.lengthOf(bff.to('GET', EVENTS), 1)
    await settles(stage!)
  })

  it('P67 closes its stream when its document is overwritten, and continues where it is put next', async () => {
    const [stage] = await together(1)
    const { element, pay, bff } = stage!
    const { contentDocument } = await frame()
    contentDocument!.body.append(element)
    await element.updateComplete
    contentDocument!.open()
    contentDocument!.close()
    await pay.until(() => bff.streams === 0)
    document.body.append(element)
    await pay.until(() => bff.streams === 1)
    await settles(stage!)
  })

  it('P60 a hidden page has no stream and still receives the end', async () => {
    const [stage] = await together(1)
    const { pay, bff } = stage!
    let hidden = true
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    try {
      dispatchEvent(new Event('visibilitychange'))
      await pay.until(() => bff.streams === 0)
      hidden = false
      dispatchEvent(new Event('visibilitychange'))
      await pay.until(() => bff.streams === 1)
      hidden = true
      dispatchEvent(new Event('visibilitychange'))
      await pay.until(() => bff.streams === 0)
      await settles(stage!)
    } finally {
      Reflect.deleteProperty(document, 'hidden')
    }
  })

  it('lists a terminal registered in another window when the page is shown again', async () => {
    const { pay, bff } = mount()
    await pay.phase('choosing')
    await pay.openTerminals()
    bff.devices = [...bff.devices, { ...bff.devices[0]!, id: 'dev_new', name: 'Bar' }]
    const { now } = performance
    performance.now = () => now.call(performance) + 6_000
    try {
      dispatchEvent(new Event('focus'))
      await pay.until(() => pay.terminals.includes('Bar'))
    } finally {
      performance.now = now
    }
    assert.lengthOf(bff.to('GET', '/v1/checkout'), 2)
  })

  it('refresh() lists a terminal that was registered elsewhere', async () => {
    const { pay, bff, element } = mount()
    await pay.phase('choosing')
    await pay.openTerminals()
    bff.devices = [...bff.devices, { ...bff.devices[0]!, id: 'dev_new', name: 'Bar' }]
    await element.refresh()
    await pay.until(() => pay.terminals.includes('Bar'))
  })

  it('prints the receipt alone, wherever the element is, and leaves the page unchanged', async () => {
    const stage = mount({ sale: APPROVED })
    const place = document.createElement('div')
    place.dataset['place'] = ''
    const inner = place.attachShadow({ mode: 'open' })
    inner.append('', document.createElement('p'), stage.element)
    document.body.append(place)
    await stage.pay.phase('approved')
    const { print } = globalThis
    const rules: string[] = []
    const marked: boolean[] = []
    globalThis.print = () => {
      for (const { adoptedStyleSheets } of [document, inner])
        for (const { cssRules } of adoptedStyleSheets)
          rules.push(...[...cssRules].map(({ cssText }) => cssText))
      // Applies the print rule to the screen: it hides the page around the element; the receipt and its ancestors remain.
      const wished = rules[0]!
        .replace(/^@media print\s*\{|\}\s*$/g, '')
        .split('{')[0]!
        .trim()
      marked.push(place.matches(wished), document.body.matches(wished), stage.element.matches(wished))
      marked.push(inner.querySelector('p')!.matches(wished))
    }
    try {
      stage.pay.press('Print')
    } finally {
      globalThis.print = print
    }
    assert.lengthOf(rules, 2)
    assert.deepEqual(marked, [false, false, false, true])
    dispatchEvent(new Event('afterprint'))
    assert.lengthOf(document.adoptedStyleSheets, 0)
    assert.lengthOf(inner.adoptedStyleSheets, 0)
    assert.deepEqual(
      [...place.attributes].map(({ name }) => name),
      ['data-place'],
    )
  })
})
