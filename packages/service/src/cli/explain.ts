// The way from a failed command of `tapboard-service` to the catalogue of errors.
import type { CommandCode } from '@tapboard/contract'
import { createExplain } from '@tapboard/server'
import type { CommandOutput } from './output.ts'

export const EXPLAIN = createExplain('tapboard-service')

/** Prints the sentence about a fault and the line that leads to its entry; returns the exit code 1. */
export function fail({ err }: Pick<CommandOutput, 'err'>, code: CommandCode, sentence: string): 1 {
  EXPLAIN.report((line) => err(`${line}\n`), code, sentence)
  return 1
}
