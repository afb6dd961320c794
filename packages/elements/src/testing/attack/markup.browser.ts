// Texts of the server and of the page stay texts: 10,000 hostile ones, in every field of the contract that an element shows and in
// every text of the page.
import { assert } from '@esm-bundle/chai'
import { LONG } from '../engines.ts'
import { unmountAllApply } from '../mount-apply.ts'
import { unmountAllDesks } from '../mount-desk.ts'
import { unmountAll } from '../mount.ts'
import { ALL, ATTACKED, attacks, FEW } from './corpus.ts'
import { SHOWN } from './fields.ts'
import { SURFACES, type NextText, type Surface } from './surfaces.ts'

const TEXTS = attacks(LONG ? ALL : FEW)
/** Elements of a surface in the page at once. */
const TOGETHER = 4
/** Surfaces that list the texts that are no valid answers. */
const JUDGED = new Set(['the review'])
/** Addresses that run script when they are followed or loaded. */
const LINKS = ['href', 'src', 'srcdoc', 'action', 'formaction', 'data', 'xlink:href', 'poster', 'ping']

/** Name of the function that the attacks of the control call. */
const CONTROL = 'controlAttacked'

const ran: unknown[] = []
/** Texts that an element was given. */
const given = new Set<string>()
const shownFields = new Set<string>()

/** Every element below the root, inner shadow roots included. */
const elementsOf = (root: ShadowRoot): readonly Element[] =>
  [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? elementsOf(element.shadowRoot) : []),
  ])

/** Tags and names of attributes, in order. */
const skeleton = (element: HTMLElement): string[] =>
  elementsOf(element.shadowRoot!).map(
    (each) => `${each.localName} ${each.getAttributeNames().toSorted().join(' ')}`,
  )

/** All words of the element: texts, values of fields, values of attributes. */
const words = (element: HTMLElement): string =>
  elementsOf(element.shadowRoot!)
    .flatMap((each) => [
      ...[...each.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      (each as Partial<HTMLInputElement>).value ?? '',
      ...each.getAttributeNames().map((name) => each.getAttribute(name) ?? ''),
    ])
    .join('\n')

function assertHarmless(element: HTMLElement): void {
  for (const each of elementsOf(element.shadowRoot!))
    for (const name of each.getAttributeNames()) {
      const value = each.getAttribute(name)!
      assert.notMatch(name, /^on/, `${each.localName} ${name}`)
      if (LINKS.includes(name)) assert.match(value, /^(#|https?:|mailto:|tel:)/, `${each.localName} ${name}`)
    }
}

function unmount(): void {
  unmountAll()
  unmountAllApply()
  unmountAllDesks()
}

/** Draws the surface with texts from `take`; returns the element and the texts that it must show. */
async function draw(surface: Surface, take: () => string) {
  const texts: string[] = []
  const next: NextText = (field) => {
    const text = take()
    if (field) texts.push(text)
    if (field && field !== 'strings') shownFields.add(field)
    return text
  }
  const { element } = await surface(next)
  return { element, texts }
}

describe('hostile texts', () => {
  before(() => {
    Object.assign(globalThis, { [ATTACKED]: (number: unknown) => ran.push(number) })
  })
  afterEach(unmount)

  it('run where a page writes them as markup', async () => {
    const div = document.createElement('div')
    document.body.append(div)
    // A function of its own: events of these images may come while later tests run.
    let calls = 0
    Object.assign(globalThis, { [CONTROL]: () => (calls += 1) })
    // Others would leave the page.
    const images = attacks(ALL).filter((text) => /<img src=x onerror=attacked/i.test(text))
    for (const text of images) {
      const markup = `<p>${text.replaceAll(ATTACKED, CONTROL)}</p>`
      div.insertAdjacentHTML('beforeend', markup)
    }
    while (calls < 5) await new Promise(requestAnimationFrame)
    div.remove()
  })

  for (const [offset, [name, surface]] of Object.entries(SURFACES).entries())
    it(`stay texts in ${name}`, async function () {
      this.timeout(LONG ? 600_000 : 30_000)
      let plain = 0
      const { element: harmless } = await draw(surface, () => `Word ${(plain += 1)}`)
      const expected = skeleton(harmless)
      unmount()
      let taken = 0
      const start = offset * 37
      const take = (): string => {
        const text = TEXTS[(start + taken) % TEXTS.length]!
        taken += 1
        given.add(text)
        return text
      }
      const most = LONG ? TEXTS.length : plain * TOGETHER
      while (taken < most) {
        const drawn = await Promise.all(Array.from({ length: TOGETHER }, () => draw(surface, take)))
        for (const { element, texts } of drawn) {
          if (JUDGED.has(name)) assert.includeMembers(expected, skeleton(element))
          else assert.deepEqual(skeleton(element), expected)
          assertHarmless(element)
          const all = words(element)
          for (const text of texts) assert.include(all, text)
        }
        unmount()
      }
      assert.deepEqual(ran, [])
    })

  it(`are ${LONG ? ALL : FEW}, and every field of the contract has shown some`, () => {
    assert.deepEqual([...shownFields].toSorted(), Array.from<string>(SHOWN).toSorted())
    assert.equal(given.size, TEXTS.length)
    assert.deepEqual(ran, [])
  })
})
