// What a page may pay for an element with everything in it, and what to do when it is more. The build, the size test and
// the benchmark all read it here.
import { brotliCompressSync } from 'node:zlib'

/** Brotli bytes (quality 11) by file of the one-file browser build. */
export const BUDGETS = {
  'terminal-pay.js': 18_656,
  /** Loaded after the first drawing, or at once where no terminal is remembered. */
  'terminal-pay-terminals.js': 2_272,
  /** Loaded only where the page lets a person register a terminal. */
  'terminal-pay-register.js': 1_416,
  /** Loaded after the first drawing; Charge is off until then. */
  'terminal-pay-sale.js': 20_800,
  /** Loaded only where a page of another site frames the page. */
  'terminal-pay-framed.js': 584,
  /** Loaded only where a person may have to decide what became of a sale. */
  'terminal-pay-resolve.js': 1_928,
  /** Loaded only where the page has the attribute `sound`. */
  'terminal-pay-signal.js': 408,
  /** Loaded only where the page refunds a sale. */
  'terminal-pay-refund.js': 2_016,
  /** Loaded when the page gives no token. */
  'terminal-pay-token-fault.js': 912,
  /** Loaded in development alone, where a page has chosen colours. */
  'terminal-pay-contrast.js': 688,
  'merchant-apply.js': 23_368,
  /** Loaded while the person reads what to have ready: every step after the start. */
  'merchant-apply-steps.js': 37_192,
  /** Loaded when a person prints or saves a document of the agreement. */
  'merchant-apply-papers.js': 512,
  /** Loaded when a person in test mode asks for sample data. */
  'merchant-apply-sample.js': 456,
  /** Loaded only where the page gives a look-up. */
  'merchant-apply-look-up.js': 2_128,
  /** Loaded only where the page isolates secrets. */
  'merchant-apply-isolated.js': 1_024,
  /** As with the other element. */
  'merchant-apply-token-fault.js': 912,
  /** As with the other element. */
  'merchant-apply-contrast.js': 688,
  'terminal-desk.js': 21_256,
  /** Loaded where a sale may have to be settled: the form of <terminal-pay>. */
  'terminal-desk-settle.js': 3_408,
  /** Loaded where a refund has to be settled: its words. */
  'terminal-desk-settle-refund.js': 1_648,
  /** Loaded where a sale is refunded, before `terminal-pay.js`: the form for the amount. */
  'terminal-desk-refund.js': 1_304,
  /** Loaded after the first drawing: the event stream. */
  'terminal-desk-follow.js': 1_032,
  /** Loaded after the first drawing: the details of a row. */
  'terminal-desk-details.js': 1_616,
  /** Loaded for CSV and print. */
  'terminal-desk-export.js': 1_384,
  /** As with the other element. */
  'terminal-desk-token-fault.js': 912,
  /** As with the other element. */
  'terminal-desk-contrast.js': 688,
} as const

/** Brotli bytes of a dictionary: what a page in another language waits for, in parallel with its first request. */
export const DICTIONARY_BUDGET = 4_008

/** What files may weigh together. */
export const TOGETHER: Readonly<Record<string, { readonly files: RegExp; readonly budget: number }>> = {
  /** All of the page "Before you start"; the steps load while the person reads it. */
  'the start of <merchant-apply>': { files: /^merchant-apply\.js$/, budget: 23_368 },
  'all of <terminal-pay>': { files: /^terminal-pay(?!-contrast)/, budget: 48_896 },
  'all of <terminal-desk>': { files: /^terminal-desk(?!-contrast)/, budget: 32_512 },
  'all of <merchant-apply>': { files: /^merchant-apply(?!-contrast)/, budget: 65_464 },
}

/** Is this the file of a dictionary? */
export const isDictionary = (name: string): boolean => name.startsWith('languages/')

/** Brotli bytes that a file may have; a file without a budget is a mistake of the build. */
export function budgetOf(name: string): number {
  const budget = isDictionary(name) ? DICTIONARY_BUDGET : new Map(Object.entries(BUDGETS)).get(name)
  if (budget === undefined) throw new Error(`${name} has no budget in packages/elements/build/budget.ts`)
  return budget
}

/** The sentences about files that are over a budget together; `sizes` are brotli bytes by file. */
export function weighTogether(sizes: ReadonlyMap<string, number>): readonly string[] {
  return Object.entries(TOGETHER).flatMap(([what, { files, budget }]) => {
    let sum = 0
    for (const [name, size] of sizes) if (files.test(name)) sum += size
    return sum > budget ? [`${what} is ${sum - budget} B over its budget of ${budget} B brotli.`] : []
  })
}

/** Size of a file and, where it is over its budget, the sentence that says what to do. */
export function weigh(
  name: string,
  code: string | Uint8Array,
): { readonly brotli: number; readonly complaint: string | null } {
  const brotli = brotliCompressSync(code).length
  const budget = budgetOf(name)
  const over = brotli - budget
  return {
    brotli,
    complaint:
      over <= 0
        ? null
        : `${name} is ${over} B over its budget of ${budget} B brotli. See what it is made of with ` +
          `"npm run bench -- size": look for a new import, load what is rarely used in a chunk of its own, or take ` +
          `something out.`,
  }
}
