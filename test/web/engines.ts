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

/** Test files for all engines, and those for Chromium alone. */
interface Split {
  readonly shared: readonly string[]
  readonly chromiumOnly: readonly string[]
}

/** Splits test files by the engines that run them. */
export function splitByEngine(files: readonly string[], long: boolean): Split {
  const isShared = (file: string): boolean => long || !ONE_ENGINE.includes(file)
  return { shared: files.filter(isShared), chromiumOnly: files.filter((file) => !isShared(file)) }
}

/** Files of the list that do not exist. */
export const unknownFiles = (files: readonly string[]): string[] =>
  ONE_ENGINE.filter((file) => !files.includes(file))
