// The steps for every app: install, type-check with its own checker, build, serve, and complete a sale on its page.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { ROOT } from '../kit/process.ts'
import { install } from './install.ts'

const execute = promisify(execFile)

/** A script below `node_modules`, and its arguments. */
type Command = readonly [script: string, ...args: readonly string[]]

export const VITE = 'vite/bin/vite.js'

/** An app below `test/apps`, and the tools that its developer runs. */
interface App {
  readonly name: string
  /** Another app with the same frameworks. */
  readonly like?: string
  /** Our packages that it depends on; default the elements. */
  readonly ours?: readonly string[]
  /** Libraries that it needs in addition to those of its `package.json`. */
  readonly libraries?: readonly string[]
  /** Tools that are linked from the repository. */
  readonly tools?: readonly string[]
}

/** An app that is typed and built into files. */
export interface BuiltApp extends App {
  /** Its type checker: a script below `node_modules` and its arguments. */
  readonly check: Command
  /** Where the file of mistakes goes: a file of `test/apps/wrong` → a path in the app. */
  readonly wrong: readonly [from: string, to: string]
  /** The commands that make the files to serve, in order; default the bundler. */
  readonly build?: readonly Command[]
}

/** An app that is installed. */
interface Installed {
  readonly folder: string
  /** Runs a script of its `node_modules`. Returns the output, for any exit code. */
  tool(
    script: string,
    ...args: readonly string[]
  ): Promise<{ readonly code: number; readonly output: string }>
  remove(): void
}

/** Installs it; `environment` becomes its `.env` file. */
export function installApp(app: App, environment: Readonly<Record<string, string>> = {}): Installed {
  const folder = install({
    app: app.name,
    ...(app.like === undefined ? {} : { like: app.like }),
    ours: app.ours ?? ['elements'],
    libraries: app.libraries ?? [],
    tools: app.tools ?? ['vite', 'typescript'],
  })
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
  return {
    folder,
    async tool(script, ...args) {
      const command = [join(folder, 'node_modules', script), ...args]
      const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' }
      return execute(process.execPath, command, { cwd: folder, env }).then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
          code: error.code,
          output: error.stdout + error.stderr,
        }),
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Lines of a file that are marked as wrong. */
const wrongLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (/\bwrong\b(?!-)/.test(line) ? [index + 1] : []))

/** The checker finds no fault in the app, and exactly the marked lines in the file of mistakes. */
export async function typesHold(app: BuiltApp, { folder, tool }: Installed): Promise<void> {
  const [from, to] = app.wrong
  const source = join(ROOT, 'test/apps/wrong', from)
  const target = join(folder, to)
  copyFileSync(source, target)
  const { code, output: coloured } = await tool(...app.check)
  rmSync(target)
  const output = stripVTControlCharacters(coloured)
  // `src/a.ts(3,5): error`, `src/a.ts:3:5 - error`, `"/…/src/a.svelte" 3:5 "error"`: file and line, however they are put.
  const places = [...output.matchAll(/^.*?([\w./-]+\.(?:tsx?|vue|svelte))["']?[( :]+(\d+)[,:]\d+/gm)].map(
    ([line, file = '', at]) => ({ line, file, at: Number(at) }),
  )
  const elsewhere = places.filter(({ file }) => !file.endsWith(to))
  assert.deepEqual(elsewhere, [], output)
  const found = [...new Set(places.map(({ at }) => at))].toSorted((a, b) => a - b)
  assert.deepEqual(found, wrongLines(readFileSync(source, 'utf8')), `${output}\nexit code ${code}`)
  assert.notEqual(code, 0)
}

/** Builds it with the bundler, or with its own commands. */
export async function built(app: BuiltApp, { tool }: Installed): Promise<void> {
  for (const [script, ...args] of app.build ?? [[VITE, 'build', '--logLevel', 'error']]) {
    const { code, output } = await tool(script, ...args)
    assert.equal(code, 0, output)
  }
}
