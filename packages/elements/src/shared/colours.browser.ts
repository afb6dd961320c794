import { assert } from '@open-wc/testing'
import { mount, unmountAll } from '../testing/mount.ts'
import { mountApply, unmountAllApply } from '../testing/mount-apply.ts'
import { check } from './contrast.part.ts'

/** Collects the warnings while `act` runs and until `until` holds. */
async function warnings(
  act: () => Promise<void>,
  until: (said: readonly string[]) => boolean,
): Promise<string[]> {
  const { warn } = console
  const said: string[] = []
  console.warn = (sentence: string) => void said.push(sentence)
  try {
    await act()
    while (!until(said)) await new Promise((resolve) => requestAnimationFrame(resolve))
  } finally {
    console.warn = warn
  }
  return said
}

const always = (): boolean => true

describe('the colors of a page', () => {
  afterEach(() => {
    unmountAll()
    unmountAllApply()
    document.body.removeAttribute('style')
  })

  for (const theme of ['light', 'dark']) {
    it(`the default colors have enough contrast: ${theme}`, async () => {
      const { element, pay } = mount({ attributes: { theme } })
      await pay.phase('choosing')
      assert.deepEqual(await warnings(async () => check(element), always), [])
    })
  }

  it('reports colors with too little contrast, and leaves nothing behind in the element', async () => {
    const { element, pay } = mount({ attributes: { theme: 'light' } })
    await pay.phase('choosing')
    element.style.setProperty('--tapboard-quiet', 'rgb(0 0 0 / 40%)')
    element.style.setProperty('--tapboard-accent', 'oklch(0.9 0.1 90)')
    element.style.setProperty('--tapboard-on-accent', 'black')
    const said = await warnings(async () => check(element), always)
    assert.deepEqual(
      said.map((sentence) => sentence.replace(/ has a contrast of [\d.]+:1/, '').split(';')[0]),
      [
        '<terminal-pay> --tapboard-quiet on --tapboard-surface',
        '<terminal-pay> --tapboard-quiet on --tapboard-raised',
        '<terminal-pay> --tapboard-accent on --tapboard-surface',
      ],
    )
    assert.lengthOf(pay.root.querySelectorAll('i'), 0)
  })

  it('both elements check the colors on a developer’s machine', async () => {
    document.body.style.setProperty('--tapboard-text', '#bbb')
    document.body.style.setProperty('--tapboard-surface', '#fff')
    const both = (said: readonly string[]): boolean =>
      ['<terminal-pay>', '<merchant-apply>'].every((name) => said.some((one) => one.startsWith(name)))
    const said = await warnings(async () => {
      mount({ attributes: { theme: 'light' } })
      mountApply({ attributes: { theme: 'light' } })
    }, both)
    assert.match(said[0] ?? '', /--tapboard-text has a contrast of 1\.\d\d:1 on --tapboard-surface/)
  })
})
