import { assert } from '@open-wc/testing'
import { executeServerCommand } from '@web/test-runner-commands'
import { audit, dress, LOOKS } from '../../packages/elements/src/testing/screens/audit.ts'
import { clearScreens, SCREENS } from '../../packages/elements/src/testing/screens/screens.ts'

describe('accessibility of every screen in every look', () => {
  afterEach(clearScreens)

  for (const { tag, name, show } of SCREENS)
    it(`${tag}, ${name}`, async () => {
      const element = await show()
      for (const look of LOOKS) {
        dress(element, look)
        const { passed, broken } = await audit(element)
        await executeServerCommand('audited', { tag, name, look, passed, broken })
        assert.deepEqual(broken, [], `${look.theme} ${look.dir}`)
      }
    })
})
