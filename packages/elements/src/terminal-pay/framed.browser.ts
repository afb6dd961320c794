import { assert } from '@open-wc/testing'

interface Report {
  readonly starts: number
  readonly text: string
}

const HAS_VISIBILITY = 'isVisible' in IntersectionObserverEntry.prototype

let outer: HTMLElement

/** The next message of the frame. */
const told = <Data>(): Promise<Data> =>
  new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data as Data), { once: true }))

/** A page with `<terminal-pay>` in a frame, of another origin unless told otherwise. */
async function frame(host = '127.0.0.1', style = ''): Promise<HTMLIFrameElement> {
  const url = new URL('../testing/framed-page.html', import.meta.url)
  url.hostname = host
  outer = document.createElement('div')
  outer.style.cssText = 'position: fixed; inset: 0; z-index: 9'
  const element = document.createElement('iframe')
  element.src = url.href
  element.title = 'checkout'
  element.style.cssText = `width: 780px; height: 590px; border: 0; ${style}`
  outer.append(element)
  document.body.append(outer)
  await told()
  return element
}

function press({ contentWindow }: HTMLIFrameElement, how: 'press' | 'cover' = 'press'): Promise<Report> {
  const report = told<Report>()
  contentWindow!.postMessage(how, '*')
  return report
}

/** Something over the frame that lets every click through. */
function overlay(): HTMLElement {
  const over = document.createElement('div')
  over.style.cssText = 'position: fixed; inset: 0; background: white; pointer-events: none; z-index: 10'
  outer.append(over)
  return over
}

describe('D-152 <terminal-pay> in a frame', () => {
  afterEach(() => outer.remove())

  it('of another site starts the sale when its button is visible', async () => {
    assert.equal((await press(await frame())).starts, 1)
  })

  it('of another site starts nothing when something in the same page covers the button', async () => {
    const { starts, text } = await press(await frame(), 'cover')
    assert.equal(starts, 0)
    assert.include(text, 'Nothing was sent. Something covered the button.')
  })

  it('of the same site starts the sale behind a transparent and turned style', async () => {
    const style = 'opacity: 0.4; transform: rotate(2deg)'
    assert.equal((await press(await frame(location.hostname, style))).starts, 1)
  })

  if (!HAS_VISIBILITY) return

  it('of another site starts nothing under an overlay, and starts the sale after it (only in chromium)', async () => {
    const element = await frame()
    const over = overlay()
    for (let tries = 0; tries < 2; tries += 1) assert.equal((await press(element)).starts, 0)
    over.remove()
    // The button has to be visible for a while.
    let { starts } = await press(element)
    while (starts === 0) {
      await new Promise(requestAnimationFrame)
      ;({ starts } = await press(element))
    }
    assert.equal(starts, 1)
  })

  it('of another site starts nothing when it is uncovered just before the press (only in chromium)', async () => {
    const element = await frame()
    const over = overlay()
    assert.equal((await press(element)).starts, 0)
    over.remove()
    assert.equal((await press(element)).starts, 0)
  })

  for (const style of ['opacity: 0.01', 'filter: blur(9px)', 'transform: rotate(3deg)'])
    it(`of another site starts nothing with ${style} (only in chromium)`, async () => {
      assert.equal((await press(await frame('127.0.0.1', style))).starts, 0)
    })
})
