// `npm test -- --part web`: the element tests on every engine this machine has. `BROWSERS=chromium` runs one of them,
// `FILES=packages/elements/src/shared/*.browser.ts` some of the tests (several patterns with commas). Each engine reads English; `pseudo` is Chromium once more,
// with longer, accented words from right to left in every element.
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultReporter } from '@web/test-runner'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { chromeLauncher } from '@web/test-runner-chrome'
import puppeteer from 'puppeteer-core'
import { chromium, firefox, webkit } from './browsers.mjs'
import { splitByEngine } from './web/engines.ts'
import { engineReporter, noEmptyFile, resizeViewport } from './web/plugins.ts'
import { webkitLauncher } from './webkit-launcher.mjs'

const rootDir = fileURLToPath(new URL('..', import.meta.url))
const patterns = process.env.FILES?.split(',') ?? ['packages/*/src/**/*.browser.ts']
const files = globSync(patterns, { cwd: rootDir }).toSorted()
if (files.length === 0) throw new Error(`no browser test matches ${patterns.join(', ')}`)
const only = process.env.BROWSERS?.split(',')
/** Longer words are a part of `npm run test:full`. */
const wanted = (name) => (only ? only.includes(name) : name !== 'pseudo')

/** One file that imports all others: a page per file would load every module again, which takes a third of the time. */
const folder = 'node_modules/.cache/browser-tests'
const fileOf = (name, imported, code = '') => {
  mkdirSync(rootDir + folder, { recursive: true })
  const imports = ['test/web/late-errors.js', ...imported].map((file) => `import '/${file}'\n`).join('')
  writeFileSync(`${rootDir}${folder}/${name}.js`, imports + code)
  return `${folder}/${name}.js`
}
/** The long version of the tests; `packages/elements/src/testing/engines.ts` reads it. */
const long =
  process.env.TAPBOARD_LONG === '1' ? fileOf('long', [], 'globalThis.tapboardLongTests = true\n') : undefined
const { shared, chromiumOnly } = splitByEngine(files, long !== undefined || process.env.FILES !== undefined)
const all = shared.length > 0 ? fileOf('all', long === undefined ? shared : [long, ...shared]) : undefined

const groups = []
const engines = { chromium: true, firefox: firefox(), webkit: webkit() }
const packages = { firefox: 'firefox-esr', webkit: 'webkit2gtk-driver xvfb' }
/** Every engine that should run and is not on this machine: a note here, a failure where CI has installed all. */
export const missing = Object.entries(engines)
  .filter(([name, found]) => wanted(name) && !found)
  .map(([name]) => ({ engine: name, install: packages[name] }))
for (const { engine } of missing) console.log(`note: ${engine} is not on this machine; its tests do not run`)
/** The reporters of a part that runs these groups; the last one compares the engines. */
export const reportersOf = (part, running = groups) => [
  defaultReporter({ reportTestProgress: process.stdout.isTTY === true }),
  engineReporter(
    part,
    running.map(({ name }) => name),
    process.env.CI === 'true' ? missing : [],
  ),
]
// The slowest first.
if (all && wanted('firefox') && engines.firefox) {
  const launchOptions = { browser: 'firefox', executablePath: engines.firefox }
  const launcher = chromeLauncher({ puppeteer, concurrency: 1, launchOptions })
  groups.push({ name: 'firefox', files: all, browsers: [launcher] })
}
if (all && wanted('webkit') && engines.webkit) {
  groups.push({ name: 'webkit', files: all, browsers: [webkitLauncher(engines.webkit)] })
}
const chromiumGroups = [
  ['chromium', all],
  ['chromium alone', chromiumOnly.length > 0 ? fileOf('chromium-alone', chromiumOnly) : undefined],
]
for (const [name, file] of chromiumGroups)
  if (file && wanted('chromium'))
    groups.push({ name, files: file, browsers: [chromeLauncher({ launchOptions: await chromium() })] })
if (wanted('pseudo')) {
  // Those that are about languages speak several themselves, what axe finds on a screen does not depend on its words, and hostile
  // texts are compared as they are.
  const others = files.filter((file) => !/language\.browser|languages\/|screens\.browser|attack\//.test(file))
  groups.push({
    name: 'pseudo',
    files: fileOf('pseudo', ['packages/elements/src/testing/in-pseudo.ts', ...others]),
    browsers: [chromeLauncher({ launchOptions: await chromium() })],
  })
}

export default {
  rootDir,
  groups,
  browsers: groups.flatMap(({ browsers }) => browsers),
  nodeResolve: { exportConditions: ['tapboard-source', 'production'] },
  // Half of the time a page of tests waits.
  concurrentBrowsers: 3,
  concurrency: 1,
  testsStartTimeout: 60_000,
  browserStartTimeout: 60_000,
  testsFinishTimeout: 900_000,
  testFramework: { config: { timeout: 20_000 } },
  reporters: reportersOf('web'),
  plugins: [
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${rootDir}packages/elements/tsconfig.json` }),
    noEmptyFile(),
    resizeViewport(),
  ],
}
