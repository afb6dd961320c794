/** Standard output and standard error. */
export interface CommandOutput {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const DATE_LENGTH = 10

/** The date of a time in UTC. */
export const date = (ms: number): string => new Date(ms).toISOString().slice(0, DATE_LENGTH)

/** The sentence about an account that does not exist. */
export const noAccount = (name: string): string =>
  `There is no account "${name}". "accounts list" lists them; to create it: tapboard-service accounts add "${name}"`
