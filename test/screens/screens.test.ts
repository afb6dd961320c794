import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accepted, holdText } from './support/accepted.ts'
import { Gallery, type Shown } from './support/gallery.ts'
import { listed, Reaches } from './support/reached.ts'
import { walk } from './support/walk.ts'

const gallery = await Gallery.open()
const reaches = new Reaches()
await reaches.listen(gallery)
const none = (faults: readonly string[]): void => assert.equal(faults.length, 0, faults.join('\n'))

/** 400 % zoom of a page of 1280 × 1024 px (WCAG 2.2, 1.4.10). */
const ZOOMED = [320, 256] as const
const USUAL = [800, 900] as const

describe('accessibility of every screen', () => {
  before(() => gallery.page.emulateMedia({ reducedMotion: 'reduce' }))
  after(() => gallery.close())

  for (const screen of gallery.list)
    test(`${screen.tag}, ${screen.name}`, async (context) => {
      await gallery.size(...USUAL)
      await gallery.show(screen)
      await reaches.look(gallery, screen)
      await gallery.dress('light', 'ltr', null)
      await context.test('a screen reader says what was accepted', async () =>
        holdText(`spoken/${screen.file}.txt`, await gallery.spoken(), 'npm test -- --part screens --accept'),
      )
      await context.test('the Tab key goes through it as the eye does, there and back, and out', async () =>
        none(await walk(gallery)),
      )
      await context.test('nothing moves for who wants it so', async () =>
        none(await gallery.measure('moving')),
      )
      await context.test('in forced colours everything keeps its edge', async () => {
        await gallery.page.emulateMedia({ forcedColors: 'active' })
        none(await gallery.measure('edgeless'))
        await gallery.page.emulateMedia({ forcedColors: 'none' })
      })
      for (const dir of ['ltr', 'rtl'] as const)
        await context.test(`at 400 % it scrolls in one direction, and can be hit, ${dir}`, async () => {
          await gallery.size(...ZOOMED)
          await gallery.dress('light', dir, null)
          none(await gallery.measure('unfit', 'covered', 'small'))
        })
      await context.test('the reader’s own spacing cuts nothing off', async () => {
        await gallery.page.evaluate(() => screens.space(true))
        none(await gallery.measure('unfit', 'covered'))
        await gallery.page.evaluate(() => screens.space(false))
      })
    })

  for (const [tag, all] of listed())
    test(`the manifest of ${tag} lists every part, slot, state, custom property and event of its screens, and no other`, () => {
      const { events = [], ...rest } = reaches.of(tag)
      // The screens after a submission come from a newly opened page, which sends no submit event; the journeys test that event.
      const heard = tag === 'merchant-apply' ? [...events, 'merchant-apply-submitted'].toSorted() : events
      assert.deepEqual({ ...rest, events: [...new Set(heard)] }, all)
    })

  test('the accessibility statement names every screen', () => {
    const nameOf = ({ tag, name }: Pick<Shown, 'tag' | 'name'>): string => `${tag}, ${name}`
    const { screens } = JSON.parse(
      accepted('../../demo/docs/data/accessibility.json')?.toString() ?? '{}',
    ) as { readonly screens: readonly { readonly element: Shown['tag']; readonly name: string }[] }
    assert.deepEqual(
      screens.map(({ element, name }) => nameOf({ tag: element, name })),
      gallery.list.map(nameOf),
      'run npm test -- --part accessibility',
    )
  })
})
