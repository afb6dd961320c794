/**
 * Replaces `node:test` in a worker of the pool, so that one process can run a test file again and again. Supports what the test files use: `test`,
 * `describe`, hooks, and a context with `after`, `mock` and `test`.
 */
import { mock as shared } from 'node:test'
import { inspect } from 'node:util'

type Work = (context?: unknown) => unknown
interface Options {
  readonly skip?: unknown
  readonly todo?: unknown
  readonly timeout?: number
}

interface Suite {
  readonly parent: Suite | undefined
  readonly name: string
  readonly options: Options
  readonly fn: Work | undefined
  readonly children: Suite[]
  readonly isTest: boolean
  readonly hooks: Record<'before' | 'after' | 'beforeEach' | 'afterEach', Work[]>
}

/** The first failure of a file. */
interface Failure {
  readonly name: string
  readonly error: string
}

const makeSuite = (
  parent: Suite | undefined,
  name: string,
  options: Options,
  fn: Work | undefined,
  isTest: boolean,
): Suite => ({
  parent,
  name,
  options,
  fn,
  isTest,
  children: [],
  hooks: { before: [], after: [], beforeEach: [], afterEach: [] },
})

let root = makeSuite(undefined, '', {}, undefined, false)
let current = root

export function reset(): void {
  root = makeSuite(undefined, '', {}, undefined, false)
  current = root
}

function read(given: readonly unknown[]): { name: string; options: Options; fn: Work | undefined } {
  const name = given.find((each) => typeof each === 'string') ?? 'a test'
  const fn = given.find((each) => typeof each === 'function') as Work | undefined
  const options = (given.find((each) => typeof each === 'object' && each !== null) ?? {}) as Options
  return { name, options, fn }
}

function register(...given: readonly unknown[]): Promise<void> {
  const { name, options, fn } = read(given)
  current.children.push(makeSuite(current, name, options, fn, true))
  return Promise.resolve()
}

function group(...given: readonly unknown[]): Promise<void> {
  const { name, options, fn } = read(given)
  const suite = makeSuite(current, name, options, undefined, false)
  current.children.push(suite)
  const outer = current
  current = suite
  try {
    fn?.()
  } finally {
    current = outer
  }
  return Promise.resolve()
}

const skipped = (...given: readonly unknown[]): Promise<void> => {
  const { name } = read(given)
  return register(name, { skip: true })
}

export const test = Object.assign(register, { skip: skipped, todo: skipped })
export const it = test
export const describe = Object.assign(group, { skip: () => Promise.resolve() })
export const suite = describe
export const before = (fn: Work): void => void current.hooks.before.push(fn)
export const after = (fn: Work): void => void current.hooks.after.push(fn)
export const beforeEach = (fn: Work): void => void current.hooks.beforeEach.push(fn)
export const afterEach = (fn: Work): void => void current.hooks.afterEach.push(fn)
export const mock = shared
export default test

/** Which tests run, and who hears of the end of each part of the run. */
export interface Plan {
  readonly isStopped: () => boolean
  /** The paths of the tests that run; all without it. */
  readonly only?: ReadonlySet<string> | undefined
  /** Called with the path of a test after it, and with an empty path after the hooks of a suite. */
  readonly ended?: ((test: string) => Promise<void>) | undefined
}

/** The position of a test among its siblings and their suites: names need not differ. */
const pathOf = (node: Suite): string =>
  node.parent === undefined ? '' : `${pathOf(node.parent)}/${node.parent.children.indexOf(node)}`

const isPlanned = (node: Suite, only: Plan['only']): boolean =>
  only === undefined ||
  (node.isTest ? only.has(pathOf(node)) : node.children.some((child) => isPlanned(child, only)))

const lineage = (node: Suite): readonly Suite[] =>
  node.parent === undefined ? [node] : [...lineage(node.parent), node]

async function inTime(work: () => unknown, timeout: number | undefined): Promise<void> {
  if (timeout === undefined) return void (await work())
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${timeout} ms`)), timeout)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs one test with its hooks. */
async function runTest(node: Suite): Promise<Failure | undefined> {
  if (node.fn === undefined || node.options.skip === true) return undefined
  const Tracker = shared.constructor as new () => typeof shared
  const tracker = new Tracker()
  const ends: Work[] = []
  const controller = new AbortController()
  let failure: Failure | undefined
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work()
    } catch (error) {
      failure ??= { name: node.name, error: inspect(error).slice(0, 300) }
    }
  }
  const context = {
    name: node.name,
    signal: controller.signal,
    mock: tracker,
    after: (fn: Work) => void ends.push(fn),
    diagnostic: () => undefined,
    test: async (...given: readonly unknown[]): Promise<void> => {
      const { name, options, fn } = read(given)
      const inner = await runTest(makeSuite(node.parent, name, options, fn, true))
      failure ??= inner
    },
  }
  const suites = lineage(node).slice(0, -1)
  await attempt(async () => {
    for (const fn of suites.flatMap(({ hooks }) => hooks.beforeEach)) await fn(context)
    await inTime(() => node.fn?.(context), node.options.timeout)
  })
  for (const fn of [...ends, ...suites.toReversed().flatMap(({ hooks }) => hooks.afterEach)])
    await attempt(() => fn(context))
  controller.abort()
  tracker.reset()
  return failure
}

/** Tests on PostgreSQL last: they take several times as long as those on an embedded file, which notice most mutants. */
const cheapFirst = (all: readonly Suite[]): readonly Suite[] => {
  const { true: slow = [], false: cheap = [] } = Object.groupBy(all, ({ name }) =>
    name.endsWith('(PostgreSQL)') ? 'true' : 'false',
  )
  return [...cheap, ...slow]
}

async function runSuite(suite: Suite, plan: Plan): Promise<Failure | undefined> {
  if (!isPlanned(suite, plan.only)) return undefined
  if (suite.isTest) {
    const failed = await runTest(suite)
    await plan.ended?.(pathOf(suite))
    return failed
  }
  if (suite.options.skip === true) return undefined
  let failure: Failure | undefined
  const attempt = async (work: Work): Promise<void> => {
    try {
      await work()
    } catch (error) {
      failure ??= { name: `hook of ${suite.name}`, error: inspect(error).slice(0, 300) }
    }
  }
  for (const fn of suite.hooks.before) await attempt(fn)
  await plan.ended?.('')
  for (const child of cheapFirst(suite.children)) {
    if (failure !== undefined || plan.isStopped()) break
    failure = await runSuite(child, plan)
  }
  for (const fn of suite.hooks.after) await attempt(fn)
  await plan.ended?.('')
  return failure
}

/** Runs the registered tests one after the other, up to the first failure. */
export function runAll(plan: Plan): Promise<Failure | undefined> {
  return runSuite(root, plan)
}

/** Whether the file registered a test. */
export const hasTests = (): boolean => root.children.length > 0
