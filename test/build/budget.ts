// What a page may pay for an element with everything in it, and what to do when it is more. The build, the size test and
// the benchmark all read it here.
import { brotliCompressSync } from 'node:zlib'

/** Brotli bytes (quality 11) by file of the one-file browser build. */
export const BUDGETS = {
  'terminal-pay.js': 18_432,
  /** Loaded only where a person may have to decide what became of a sale. */
  'terminal-pay-resolve.js': 2_560,
} as const

/** A file that has a budget. */
export type BudgetedFile = keyof typeof BUDGETS

/** Size of a file and, where it is over its budget, the sentence that says what to do. */
export function weigh(
  name: BudgetedFile,
  code: string | Uint8Array,
): { readonly brotli: number; readonly complaint: string | null } {
  const brotli = brotliCompressSync(code).length
  const over = brotli - BUDGETS[name]
  return {
    brotli,
    complaint:
      over <= 0
        ? null
        : `${name} is ${over} B over its budget of ${BUDGETS[name]} B brotli. See what it is made of with ` +
          `"npm run bench -- size": look for a new import, load what is rarely used in a chunk of its own, or take ` +
          `something out.`,
  }
}
