// The stage in a wide element and a high window. A file of its own: WebKit evaluates the media queries of a style sheet for the
// window in which it was made, so the window has its size before the first element.
import { assert } from '@open-wc/testing'
import type { Sale } from '@tapboard/contract'
import { executeServerCommand } from '@web/test-runner-commands'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, unmountAll } from '../testing/mount.ts'
import { APPROVED } from '../testing/scripted-bff.ts'

const AT_TERMINAL: readonly Partial<Sale>[] = [
  { state: 'sending' },
  { state: 'started', phase: 'contacting' },
  { state: 'started', phase: 'present_card' },
  { state: 'started', phase: 'authorizing' },
  APPROVED,
  { state: 'declined', message: 'Insufficient funds.' },
]

async function panelOf(sale: Partial<Sale>, width: number): Promise<HTMLElement> {
  const { element, pay } = mount({ sale })
  element.style.inlineSize = `${width}px`
  const panel = (): HTMLElement | null => pay.root.querySelector('.panel')
  await pay.until(() => panel() !== null)
  return panel()!
}

describe('the state stage of a wide <terminal-pay>', () => {
  useFastClock()
  afterEach(unmountAll)

  it('has picture, amount and headline in the size of a wide element, and one height at each width', async () => {
    await executeServerCommand('resize-viewport', { width: 1300, height: 900 })
    try {
      for (const width of [768, 1024, 1280]) {
        const heights = new Set<number>()
        for (const sale of AT_TERMINAL) {
          const panel = await panelOf(sale, width)
          const size = (selector: string): number =>
            parseFloat(getComputedStyle(panel.querySelector(selector) ?? panel).fontSize)
          const leastPx = panel.classList.contains('long') ? 32 : Math.min(52, width / 21)
          assert.isAtLeast(size('h2'), leastPx, `${width} px`)
          if (panel.querySelector('.amount')) assert.isAtLeast(size('.amount'), Math.min(72, width / 18))
          assert.isAtLeast(
            panel.querySelector('svg')!.getBoundingClientRect().height,
            Math.min(140, width / 9),
          )
          heights.add(panel.offsetHeight)
          unmountAll()
        }
        assert.equal(heights.size, 1, `${width} px: ${[...heights].join(', ')}`)
      }
    } finally {
      await executeServerCommand('resize-viewport', { width: 800, height: 600 })
    }
  })
})
