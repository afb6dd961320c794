// The environment variables that the programs know.
import { fileVariableOf } from '@tapboard/server'
import { SECRET_VARIABLES, VARIABLES } from '../../../packages/bff/src/app/environment.ts'
import {
  SECRET_VARIABLES as SERVICE_SECRETS,
  SERVICE_VARIABLES,
} from '../../../packages/service/src/cli/variables.ts'

/** Every variable of both programs, with the names of files. */
export const KNOWN_VARIABLES: ReadonlySet<string> = new Set([
  ...VARIABLES.map(([name]) => name),
  ...SECRET_VARIABLES,
  ...SERVICE_VARIABLES,
  ...SERVICE_SECRETS,
  ...[...SECRET_VARIABLES, ...SERVICE_SECRETS].map(fileVariableOf),
])

/** Names in a text that look like ours and are not known. */
export const unknownIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bTAPBOARD_[A-Z_]+\b/g)].flatMap(([name]) => (KNOWN_VARIABLES.has(name) ? [] : [name]))
