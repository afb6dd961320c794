/** The parts of `npm test` that run under node:test: their files, the concurrency, and the builds they need first. */
import { execFileSync } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { LONG } from '../kit/limits.ts'
import { ROOT } from '../kit/process.ts'
import { alternate, batchesOf, sharesProcess } from './batches.ts'
import type { Batch } from './run-files.ts'

/** One part: `npm test -- --part NAME`. */
export interface Part {
  readonly name: string
  /** Glob patterns of its test files. */
  readonly patterns: readonly string[]
  /** Files of these patterns that do not belong to it. */
  readonly except?: RegExp
  /**
   * Files that find least for their time. Only `npm run test:full` and `npm test -- --only NAME` run them; the reason is beside
   * each list.
   */
  readonly longOnly?: RegExp
  /** Files that wait the longest. They begin first: a long file that begins last leaves cores idle at the end. */
  readonly first?: RegExp
  /** Files that wait for clocks and sockets. They begin in turn with files that compute, so that no core is idle. */
  readonly waits?: RegExp
  /**
   * Files that share a process with others of their package. They use clocks, stores and servers of their own and change nothing of
   * the process. `npm test -- --only NAME` runs each alone.
   */
  readonly shares?: (file: string) => boolean
  /** Concurrent files. Most tests wait for a clock, a socket or a process, so one file per core would leave cores idle. */
  readonly concurrency: number
  /** A test that hangs fails after this time. */
  readonly testTimeoutMs: number
  /** Its tests find PostgreSQL at DATABASE_URL. */
  readonly postgres?: true
  /** Its temporary files are in memory: its tests do not depend on a disk. */
  readonly inMemory?: true
  /** Additional options, each with the environment variable that it sets. */
  readonly switches?: Readonly<Record<string, string>>
  /** Runs once before the first file. `named`: the files that were asked for; none are all. */
  readonly prepare?: (named: readonly string[]) => Promise<void>
}

const IS_WINDOWS = process.platform === 'win32'

async function prepareBundles(): Promise<void> {
  const { makeBundles } = await import('../kit/bundles.ts')
  await makeBundles()
}

async function prepareBrowser(): Promise<void> {
  const { bundledChromium } = await import('../browsers.mjs')
  await bundledChromium()
}

/**
 * Journeys that only `npm run test:full` runs. First row: the rules of shorter journeys with more people, tabs, engines or kinds. Then
 * moments of a page: tests of the elements break the same lines and read the same screens; the back office and a packed app refund, too.
 * Last row: processes and tokens that end, amounts that change: tests in `test/crash`, `test/faults` and `packages/bff` hold the rules.
 */
const LONG_JOURNEYS: readonly string[] = `
  apply-kinds apply-scenes dashboard-engines many side-by-side terminal-app tills
  disconnected fault-ends held-terminal keys-and-focus lifecycle moved no-news no-token offline-everywhere page-memory
  press-without-line refund scenes service-worker static stream
  amount-changed apply-corrected apply-isolated killed tokens
`
  .trim()
  .split(/\s+/)

/** Every part except `web` and `accessibility`, which have separate runners (`command-of.ts`). */
export const PARTS: readonly Part[] = [
  {
    name: 'node',
    patterns: ['packages/*/{src,build}/**/*.test.ts', 'demo/**/*.test.ts', 'test/**/*.test.ts'],
    except: /^test\/(journeys|screens|packed|sim|crash|cluster|load)\/|\/node_modules\//,
    // Restarts behind real proxies show a refused request only after a minute of them. Two other proxies run, and other files cut
    // reads, too. A restore to a moment needs a server of the distribution and three starts of it.
    longOnly: /^test\/(proxies\/(rolling-restart|caddy)|faults\/reads-cut|deploy\/point-in-time)/,
    // Files that create many databases wait for the same server: they are apart in the order of names.
    waits: /^test\/(faults|history|proxies)\//,
    shares: sharesProcess,
    concurrency: 4,
    testTimeoutMs: 180_000,
    postgres: true,
    inMemory: true,
    // Samples compile against the built types. A clean clone has none, and those of an earlier build may lack a name.
    async prepare(named) {
      execFileSync('npx', ['--no-install', 'tsc', '-b', 'packages/elements'], {
        cwd: ROOT,
        stdio: 'inherit',
        shell: IS_WINDOWS,
      })
      // A few files gain less than the bundles cost.
      if (named.length === 0) await prepareBundles()
    },
  },
  {
    name: 'proof',
    patterns: ['test/{crash,cluster}/**/*.test.ts'],
    // They wait for leases on a real clock; two instances on a virtual clock find the same mistakes in a few seconds.
    longOnly: /^test\/cluster\/(restart|hung-owner|stories)\.test\.ts$/,
    first: /^test\/crash\/crash\./,
    concurrency: 2,
    testTimeoutMs: 600_000,
    postgres: true,
    // They start a hundred processes.
    prepare: prepareBundles,
  },
  {
    name: 'sim',
    patterns: ['test/sim/*.test.ts'],
    concurrency: 1,
    testTimeoutMs: 1_500_000,
    postgres: true,
    inMemory: true,
  },
  {
    // Measures the machine, so `npm test` does not run it.
    name: 'load',
    patterns: ['test/load/*.test.ts'],
    concurrency: 1,
    testTimeoutMs: 600_000,
  },
  {
    // Each file has its own browser.
    name: 'screens',
    patterns: ['test/screens/*.test.ts'],
    concurrency: 2,
    testTimeoutMs: 240_000,
    switches: { '--accept': 'TAPBOARD_ACCEPT', '--all': 'TAPBOARD_ALL' },
    async prepare() {
      process.env['BUNDLED'] = '1'
      await prepareBrowser()
    },
  },
  {
    name: 'journeys',
    patterns: ['test/journeys/*.test.ts'],
    // Each repeats in a whole shop what tests of the elements or a shorter journey show, with more tabs, engines, moments or kinds.
    longOnly: new RegExp(`/(${LONG_JOURNEYS.join('|')})\\.test\\.ts$`),
    first: /\/(apply-once|docs|reload|resolve|apply-secrets|start)\.test\.ts$/,
    concurrency: 5,
    testTimeoutMs: 90_000,
    inMemory: true,
    async prepare() {
      const { buildSite } = await import('../../demo/stack/build-site.ts')
      const { SITE_FOLDER } = await import('../journeys/support/shop.ts')
      await buildSite(SITE_FOLDER)
      await prepareBrowser()
    },
  },
  {
    // publint, attw, the bundler checks and the second build with equal bytes belong to `npm run tool -- release-check`.
    name: 'apps',
    patterns: ['test/packed/*.test.ts'],
    except: /(checked|reproducible|shaken)\.test\.ts$/,
    // Eleven unusual host pages; the pages of the other files show what most hosts do. The images take a minute; the linter and the
    // tests of the Compose file find most mistakes in them. One template is built.
    longOnly: /\/(odd-pages|images|template-build)\.test\.ts$/,
    first: /\/(newcomer|apps)\.test\.ts$/,
    concurrency: 2,
    testTimeoutMs: 180_000,
    async prepare() {
      const { buildPackages } = await import('../packed/clean-build.ts')
      buildPackages(ROOT)
      const { packAll } = await import('../packed/pack.ts')
      packAll()
      await prepareBrowser()
    },
  },
]

/** The test files of a part in the order of their start; without its {@link Part.longOnly} unless `long`. */
export async function filesOf({ patterns, except, longOnly, first }: Part, long = LONG): Promise<string[]> {
  const files = await Array.fromAsync(glob([...patterns], { cwd: ROOT }))
  const isFirst = (file: string): number => (first?.test(file) === true ? 0 : 1)
  return files
    .filter((file) => except?.test(file) !== true && (long || longOnly?.test(file) !== true))
    .toSorted()
    .toSorted((one, other) => isFirst(one) - isFirst(other))
}

/** The batches of a part in the order of their start. In the long version each file is alone: its tests take up to ten times as long. */
export async function batchesOfPart(part: Part, long = LONG): Promise<readonly Batch[]> {
  const batches = batchesOf(await filesOf(part, long), long ? undefined : part.shares)
  return part.waits === undefined ? batches : alternate(batches, part.waits)
}
