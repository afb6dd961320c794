// The command `tapboard explain`: prints an entry of the catalogue of errors, without a network and without a running BFF.
import { suggestion } from '@tapboard/server'
import { ERROR_CODES, findError, plainAdvice } from '../http/error-page.ts'

/** Usage of the command. */
export const EXPLAIN_HELP = [
  '  tapboard explain CODE    the meaning of an error and what to do, for example: explain sale-open',
]

/** The line that leads from a failed command to the entry of its error; `null` for an error without a code of the catalogue. */
export function moreAbout(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return findError(code) === null ? null : `More: npx tapboard explain ${code}`
}

/** Runs `explain`; returns the exit code: 0 found, 1 an unknown code, 2 a wrong call. */
export function runExplain(
  args: readonly string[],
  { print, printError }: Readonly<Record<'print' | 'printError', (line: string) => void>>,
): number {
  const [code = ''] = args
  if (args.length !== 1) {
    printError(EXPLAIN_HELP.join('\n'))
    return 2
  }
  const entry = findError(code)
  if (entry === null) {
    printError(`There is no error ${code.slice(0, 40)}.${suggestion(code, ERROR_CODES)}`)
    return 1
  }
  print([entry.code, entry.means, entry.advice].filter(Boolean).map(plainAdvice).join('\n'))
  return 0
}
