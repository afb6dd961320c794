/** Which browser tests run in each engine in `npm test`. The long version runs all of them in all engines. */

/**
 * Files about answers, rules and words: what the element asks, decides and says. Firefox and WebKit run them in
 * `npm run test:full -- --only engines`. Focus, keys, layout, style, storage, events of the page, what a screen reader gets, and
 * attacks run in each engine on each change.
 */
const ONE_ENGINE: readonly string[] = [
  'merchant-apply/apply-drafts',
  'merchant-apply/apply-faults',
  'merchant-apply/apply-language',
  'merchant-apply/apply-refused',
  'merchant-apply/apply-set-up',
  'merchant-apply/forms',
  'merchant-apply/look-up',
  'merchant-apply/steps/addresses',
  'merchant-apply/steps/agreement',
  'merchant-apply/steps/agreement-languages',
  'merchant-apply/steps/answers',
  'merchant-apply/steps/done',
  'merchant-apply/steps/plan',
  'merchant-apply/steps/signers',
  'merchant-apply/steps/steps',
  'merchant-apply/steps/terms-modes',
  'merchant-apply/submit',
  'shared/token-fault',
  'terminal-desk/desk-language',
  'terminal-desk/desk-refund',
  'terminal-pay/conflict',
  'terminal-pay/faults',
  'terminal-pay/flicker',
  'terminal-pay/language',
  'terminal-pay/mistakes',
  'terminal-pay/order',
  'terminal-pay/queue',
  'terminal-pay/refund',
  'terminal-pay/resolve',
  'terminal-pay/rows',
].map((name) => `packages/elements/src/${name}.browser.ts`)

/** Tests of a file of which Firefox and WebKit run a sample. */
interface Sample {
  /** The beginning of their titles. */
  readonly like: string
  /** Each engine runs the first of so many of them, and Chromium all. */
  readonly every: number
}

/** Files that repeat one check on many screens or sizes. Their other tests run in each engine. */
const SAMPLED: Readonly<Record<string, Sample>> = {
  'packages/elements/src/languages/pseudo.browser.ts': {
    like: '^<(terminal-pay|merchant-apply)>: ',
    every: 3,
  },
  'packages/elements/src/merchant-apply/apply-focus-screens.browser.ts': { like: '^', every: 3 },
  'packages/elements/src/terminal-pay/choosing.browser.ts': { like: '^\\d+ × \\d+, ', every: 3 },
  'packages/elements/src/terminal-pay/focus.browser.ts': { like: '^every button by keyboard: ', every: 5 },
}

/** Modules for all engines, and those for Chromium alone: test files, and what selects tests of the next one. */
interface Split {
  readonly shared: readonly string[]
  readonly chromiumOnly: readonly string[]
}

/** A test file between the modules that select a sample of its tests, or the rest. */
function sampled(file: string, part: '' | '&rest'): string[] {
  const { every, like } = SAMPLED[file] ?? { every: 1, like: '' }
  const of = encodeURIComponent(file)
  const module = 'test/web/sampled.js'
  return [
    `${module}?every=${every}${part}&like=${encodeURIComponent(like)}&of=${of}`,
    file,
    `${module}?after=${of}`,
  ]
}

/** Splits test files by the engines that run them. */
export function splitByEngine(files: readonly string[], long: boolean): Split {
  if (long) return { shared: files, chromiumOnly: [] }
  const isSampled = (file: string): boolean => SAMPLED[file] !== undefined
  const isShared = (file: string): boolean => !ONE_ENGINE.includes(file)
  return {
    shared: files.filter(isShared).flatMap((file) => (isSampled(file) ? sampled(file, '') : [file])),
    chromiumOnly: files.flatMap((file) =>
      isSampled(file) ? sampled(file, '&rest') : isShared(file) ? [] : [file],
    ),
  }
}

/** Files of the lists that do not exist. */
export const unknownFiles = (files: readonly string[]): string[] =>
  [...ONE_ENGINE, ...Object.keys(SAMPLED)].filter((file) => !files.includes(file))
