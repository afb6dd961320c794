import { assert } from '@open-wc/testing'
import { LONG } from '../engines.ts'
import { audit, dress, LOOKS, type Look } from './audit.ts'
import { clearScreens, SCREENS } from './screens.ts'

/**
 * Two looks of four: the results of axe hardly depend on the engine. `npm test -- --part accessibility` audits all looks in each engine.
 */
const LOOKS_HERE: readonly Look[] = LOOKS.filter(({ theme, dir }) => (theme === 'light') === (dir === 'ltr'))

/** One of them for most screens: neighbors in the table share their parts, and the long version audits both. */
const looksOf = (index: number): readonly Look[] =>
  LONG ? LOOKS_HERE : LOOKS_HERE.filter((_, number) => number === index % LOOKS_HERE.length)

/** Audited in every engine: the first screen of each element. */
const EVERYWHERE = [...Map.groupBy(SCREENS, ({ tag }) => tag).values()].flatMap(([first]) => first ?? [])
const IN_CHROMIUM = SCREENS.filter((screen) => !EVERYWHERE.includes(screen))

const isChromium = navigator.userAgent.includes('Chrome')

describe('accessibility of every screen', () => {
  afterEach(clearScreens)

  const passes = ({ tag, name, show }: (typeof SCREENS)[number], looks = LOOKS_HERE, where = ''): void =>
    void it(`passes every rule of WCAG 2.2 AA that axe knows: ${tag}, ${name}${where}`, async () => {
      const element = await show()
      for (const look of looks) {
        dress(element, look)
        const { passed, broken } = await audit(element)
        assert.isAbove(passed.length, 0, 'axe looked at nothing')
        assert.deepEqual(broken, [], `${look.theme} ${look.dir}`)
      }
    })

  for (const screen of EVERYWHERE) passes(screen)
  for (const [index, screen] of isChromium ? IN_CHROMIUM.entries() : [])
    passes(screen, looksOf(index), ' (only in chromium)')
})
