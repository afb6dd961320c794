// The environment variables of the BFF, from the list that its `--help` prints.
import { VARIABLES } from '../../../packages/bff/src/app/environment.ts'
import { markdownTable } from '../build/html.ts'

/** All variables of `tapboard-bff`. */
export const variableTable = (): string =>
  markdownTable(
    ['Variable', 'Meaning'],
    VARIABLES.map(([name, meaning]) => [`\`${name}\``, meaning]),
  )
