/** Which test files share a process, and the order of their start. */
import type { Batch } from './run-files.ts'

/**
 * Folders whose files take most of their time for the imports. Their tests use clocks, stores and servers of their own and change
 * nothing of the process. `server-drawn.test.ts`, for example, changes the globals and is not among them.
 */
const FOLDERS: readonly string[] = [
  'packages/contract/src',
  'packages/bff/src/(application|checkout|device|durable|http|sale|token|upstream)',
  'packages/service/src/(account|boarding|cloud|dashboard|http|reporting|terminal|vault)',
  'packages/dashboard/src',
  'packages/elements/src/(isolated-field|languages|merchant-apply|shared|terminal-desk|terminal-pay|testing)',
  'demo/(checkout|docs|host|stack|terminal)',
  'test/(bench|full|mutate|promises|release|web)',
]

/** Files of these folders that take longer than four seconds. The files of a batch run one after another. */
const LONG_FILES: readonly string[] = [
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

const ALONE = new Set(LONG_FILES.map((name) => `packages/${name}.test.ts`))
const IN_FOLDERS = new RegExp(`^(${FOLDERS.join('|')})/`)

/** Whether a file shares its process with others of its package. */
export const sharesProcess = (file: string): boolean => IN_FOLDERS.test(file) && !ALONE.has(file)

/** Files of the list that do not exist. */
export const unknownLongFiles = (files: readonly string[]): string[] =>
  [...ALONE].filter((file) => !files.includes(file))

/** Files in a process, at most: a longer batch could end after all others. */
const BATCH_FILES = 12

/** `packages/bff`, `demo`, `test`. */
const packageOf = (file: string): string => /^(packages\/)?[^/]+/.exec(file)?.[0] ?? ''

/** Puts files of one package that share a process together; the others are alone. Keeps the order. */
export function batchesOf(
  files: readonly string[],
  shares: (file: string) => boolean = () => false,
): Batch[] {
  const batches: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const given = shares(file) ? open.get(packageOf(file)) : undefined
    if (given !== undefined && given.length < BATCH_FILES) {
      given.push(file)
      continue
    }
    const batch = [file]
    batches.push(batch)
    if (shares(file)) open.set(packageOf(file), batch)
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
