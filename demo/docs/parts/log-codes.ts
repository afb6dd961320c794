// The table of the codes of log lines, from the list of the programs.
import { LOG_CODES } from '@tapboard/server'
import { markdownTable } from '../build/html.ts'

/** The code as a page shows it: a part that changes is an ellipsis. */
const shown = (code: string): string => `\`${code.replace('*', '…')}\``

/** One row for each code. */
export const logCodes = (): string =>
  markdownTable(
    ['`code`', 'Level', 'Means', 'Do'],
    LOG_CODES.map(({ code, level, means, advice }) => [shown(code), level, means, advice]),
  )
