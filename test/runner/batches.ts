/** Which test files share a process, and the order of their start. */
import type { Batch } from './run-files.ts'

/**
 * Folders whose files take most of their time for the imports. Their tests use clocks, stores and servers of their own and change
 * nothing of the process. `server-drawn.test.ts`, for example, changes the globals and is not among them.
 */
const FOLDERS: readonly string[] = [
  'packages/contract/src',
  'packages/store/src',
  'packages/server/src',
  'packages/bff/src/(app|application|checkout|device|durable|http|sale|token|upstream)',
  'packages/service/src/(account|app|boarding|cli|cloud|dashboard|example|http|reporting|terminal|vault)',
  'packages/dashboard/src',
  'packages/tapboard/src',
  'packages/elements/src/(isolated-field|languages|merchant-apply|shared|terminal-desk|terminal-pay|testing)',
  'demo/(checkout|docs|host|stack|terminal)',
  'test/(bench|full|mutate|promises|release|web)',
]

/**
 * Files of these folders that have a process of their own: they start themselves as another process, take packages away, or set up
 * OpenTelemetry, which a process has once.
 */
const APART: readonly string[] = [
  'bff/src/app/telemetry/telemetry',
  'server/src/sdk',
  'server/src/tracing',
  'service/src/app/telemetry',
  'store/src/crash',
  'store/src/engine-packages',
  'tapboard/src/app-process',
  'tapboard/src/dev',
]

/**
 * Files of these folders that take longer than four seconds. The files of a batch run one after another, so a batch has few of
 * them.
 */
const LONG_FILES: readonly string[] = [
  'bff/src/app/assembly',
  'bff/src/app/audit-cli',
  'bff/src/app/merchants/set-merchants',
  'bff/src/app/readiness',
  'bff/src/application/status/follow',
  'bff/src/application/submission/audit',
  'bff/src/application/submission/chance',
  'bff/src/application/submission/submission-ledger',
  'bff/src/application/submission/submit',
  'bff/src/durable/outbox/deliverer',
  'bff/src/http/bad-input',
  'bff/src/sale/ledger/archive',
  'bff/src/sale/runner/follow-up',
  'bff/src/sale/runner/stale',
  'bff/src/sale/runner/stale-sockets',
  'bff/src/sale/runner/two-instances',
  'contract/src/application/hostile',
  'elements/src/merchant-apply/steps/words',
  'service/src/boarding/boarding',
  'service/src/boarding/follow-up',
  'service/src/boarding/hostile',
  'service/src/boarding/processor/forwards',
  'service/src/boarding/webhook/webhooks',
  'service/src/cloud/session/authorizations',
  'service/src/cloud/session/watch',
  'service/src/dashboard/sign-in',
  'service/src/http/bad-input',
]

const pathsOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => `packages/${name}.test.ts`))
const ALONE = pathsOf(APART)
const LONG = pathsOf(LONG_FILES)
const IN_FOLDERS = new RegExp(`^(${FOLDERS.join('|')})/`)

/** Whether a file shares its process with others of its package. */
export const sharesProcess = (file: string): boolean => IN_FOLDERS.test(file) && !ALONE.has(file)

/** Files of the lists that do not exist. */
export const unknownFiles = (files: readonly string[]): string[] =>
  [...ALONE, ...LONG].filter((file) => !files.includes(file))

/** The size of a process, in files of usual length: a longer batch could end after all others. */
const BATCH_SIZE = 32

/** A long file counts as so many. */
const LONG_SIZE = 6

const sizeOf = (file: string): number => (LONG.has(file) ? LONG_SIZE : 1)

/** Returns the package of a file, such as `packages/bff`, `demo` or `test`. */
const packageOf = (file: string): string => /^(packages\/)?[^/]+/.exec(file)?.[0] ?? ''

/** Puts files of one package that share a process together; the others are alone. Keeps the order. */
export function batchesOf(
  files: readonly string[],
  shares: (file: string) => boolean = () => false,
): Batch[] {
  const batches: string[][] = []
  const open = new Map<string, { readonly batch: string[]; room: number }>()
  for (const file of files) {
    const size = sizeOf(file)
    const given = shares(file) ? open.get(packageOf(file)) : undefined
    if (given !== undefined && given.room >= size) {
      given.batch.push(file)
      given.room -= size
      continue
    }
    const batch = [file]
    batches.push(batch)
    if (shares(file)) open.set(packageOf(file), { batch, room: BATCH_SIZE - size })
  }
  return batches
}

/** Lets each batch that waits begin before one that computes, so that no core is idle. */
export function alternate(batches: readonly Batch[], waits: RegExp): Batch[] {
  const isWaiting = ([file = '']: Batch): boolean => waits.test(file)
  const waiting = batches.filter(isWaiting)
  const computing = batches.filter((batch) => !isWaiting(batch))
  return [
    ...computing.flatMap((batch, index) => [...waiting.slice(index, index + 1), batch]),
    ...waiting.slice(computing.length),
  ]
}
