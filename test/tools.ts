// Tools that are seldom needed. `npm run tool -- NAME` runs one.

const SOURCE = ['node', '--conditions=tapboard-source'] as const

/** A program and its arguments. */
type Command = readonly [program: string, ...args: readonly string[]]

/** The commands of each tool, one after another. The last one gets the arguments of the call. */
export const TOOLS: Readonly<Record<string, readonly Command[]>> = {
  'release-check': [[...SOURCE, 'test/release/check.ts']],
  'release-version': [
    ['changeset', 'version'],
    ['npm', 'install', '--package-lock-only', '--ignore-scripts'],
  ],
  vulnerabilities: [[...SOURCE, 'test/release/vulnerabilities.ts']],
  screenshots: [[...SOURCE, 'demo/screenshots.ts']],
  'screen-sheets': [[...SOURCE, 'test/screens/sheets.ts']],
  lighthouse: [[...SOURCE, 'demo/lighthouse.ts']],
}
