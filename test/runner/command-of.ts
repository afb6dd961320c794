/** The command that starts each part of the tests. */
import { PARTS } from './parts.ts'

const RUN = [process.execPath, '--conditions=tapboard-source'] as const
const BROWSER_RUNNER = [...RUN, 'node_modules/@web/test-runner/dist/bin.js', '--config'] as const

/** A program and its arguments. */
type Command = readonly [program: string, ...args: readonly string[]]

const OTHERS: Readonly<Record<string, Command>> = {
  check: ['npm', 'run', '-s', 'check'],
  web: [...BROWSER_RUNNER, 'test/wtr.config.mjs'],
  accessibility: [...BROWSER_RUNNER, 'test/accessibility/wtr.config.mjs'],
}

/** The command of a part. Throws if no part has this name. */
export function commandOf(part: string): Command {
  const other = OTHERS[part]
  if (other !== undefined) return other
  if (PARTS.some(({ name }) => name === part)) return [...RUN, 'test/run-part.ts', part]
  const names = [...Object.keys(OTHERS), ...PARTS.map(({ name }) => name)]
  throw new Error(`"${part}" is no part. There are: ${names.join(', ')}.`)
}
