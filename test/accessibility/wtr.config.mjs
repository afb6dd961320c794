// `npm test -- --part accessibility`: every screen in every look on every engine this machine has. The results become
// the accessibility statement of the documentation if all three engines ran without an error.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import config, { reportersOf } from '../wtr.config.mjs'
import { Statement } from './statement.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('test/accessibility/*.browser.ts', { cwd: root })
const groups = config.groups.filter(({ name }) => name !== 'pseudo' && name !== 'chromium alone')
const statement = new Statement(groups.map(({ name }) => name))

export default {
  ...config,
  groups: groups.map((group) => ({ ...group, files })),
  reporters: reportersOf('accessibility', groups),
  testsFinishTimeout: 900_000,
  testFramework: { config: { timeout: 60_000 } },
  plugins: [
    ...config.plugins,
    {
      name: 'accessibility-statement',
      executeCommand({ command, payload, session }) {
        if (command !== 'audited') return undefined
        statement.add(session.group?.name ?? session.testRun, payload)
        return true
      },
      serverStop: () => statement.write(`${root}demo/docs/data/accessibility.json`),
    },
  ],
}
