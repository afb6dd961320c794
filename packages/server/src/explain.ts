// Leads from a failed command to the entry of its error: the last line that the command prints, and the command `explain`, which
// prints the entry without a network and without a running server.
import type { CommandCode } from '@tapboard/contract'
import { ERROR_CODES, findError, plainAdvice } from './error-catalogue.ts'
import { suggestion } from './nearest-name.ts'

type Print = (line: string) => void

/** What a program needs in order to lead to the catalogue. */
export interface Explain {
  /** Usage of the command, with the width of the column of names. */
  help(width: number): string
  /** The line that leads to the entry of a code. */
  more(code: CommandCode): string
  /** The line about an error with a code of the catalogue; about any other, that of `otherwise`. */
  moreAbout(error: unknown, otherwise: CommandCode): string
  /** Prints the sentence about a fault and the line that leads to its entry. */
  report(print: Print, code: CommandCode, sentence: string): void
  /** Runs `explain`; returns the exit code: 0 found, 1 an unknown code, 2 a wrong call. */
  run(args: readonly string[], ports: Readonly<Record<'print' | 'printError', Print>>): number
}

/** The lines of a log have further codes. */
const ELSEWHERE = ' The page "Troubleshooting" of the documentation explains the codes of the log.'

/** The code of an error, if the catalogue has an entry for it. */
const codeIn = (error: unknown): string | null => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return findError(code)?.code ?? null
}

/** Creates the way to the catalogue for a program that has the command `explain`. */
export function createExplain(program: 'tapboard' | 'tapboard-service'): Explain {
  const lineOf = (code: string): string => `More: npx ${program} explain ${code}`
  const help = (width: number): string =>
    `  ${`${program} explain CODE`.padEnd(width)}the meaning of an error and what to do, for example: explain sale-open`
  const usage = `Call it as: ${program} explain CODE, for example: ${program} explain sale-open. The last line of a failed command names the code.`
  const report: Explain['report'] = (print, code, sentence) => {
    print(sentence)
    print(lineOf(code))
  }
  return {
    help,
    report,
    more: lineOf,
    moreAbout: (error, otherwise) => lineOf(codeIn(error) ?? otherwise),
    run(args, { print, printError }) {
      const [code = ''] = args
      if (args.length !== 1) {
        report(printError, 'command-invalid', usage)
        return 2
      }
      const entry = findError(code)
      if (entry === null) {
        const nearest = suggestion(code, ERROR_CODES) || ELSEWHERE
        report(printError, 'name-unknown', `There is no error ${code.slice(0, 40)}.${nearest}`)
        return 1
      }
      print([entry.code, entry.means, entry.advice].filter(Boolean).map(plainAdvice).join('\n'))
      return 0
    },
  }
}
