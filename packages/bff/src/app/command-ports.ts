import type { Environment } from './environment.ts'

/** Access of a command to the process. */
export interface CommandPorts {
  readonly environment: Environment
  /** Writes a line for people. */
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}
