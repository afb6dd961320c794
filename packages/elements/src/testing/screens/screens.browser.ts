import { assert } from '@open-wc/testing'
import { audit, dress, LOOKS, type Look } from './audit.ts'
import { clearScreens, SCREENS } from './screens.ts'

/** The looks of one engine; together the engines see all of them, `npm run accessibility` all of them in each. */
function looksHere(): readonly Look[] {
  const { userAgent } = navigator
  const [lightLtr, lightRtl, darkLtr, darkRtl] = LOOKS as [Look, Look, Look, Look]
  if (userAgent.includes('Firefox')) return [darkLtr]
  return userAgent.includes('Chrome') ? [lightLtr, darkRtl] : [lightRtl]
}

describe('every screen is for everyone', () => {
  afterEach(clearScreens)

  for (const { tag, name, show } of SCREENS)
    it(`passes every rule of WCAG 2.2 AA that axe knows: ${tag}, ${name}`, async () => {
      const element = await show()
      for (const look of looksHere()) {
        dress(element, look)
        const { passed, broken } = await audit(element)
        assert.isAbove(passed.length, 0, 'axe looked at nothing')
        assert.deepEqual(broken, [], `${look.theme} ${look.dir}`)
      }
    })
})
