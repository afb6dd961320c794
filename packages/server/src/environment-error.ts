/** A variable that cannot be used; the message names it and holds no value. */
export class EnvironmentError extends Error {
  /** Its entry in the catalogue of errors. */
  readonly code = 'config-invalid'
}

/** Whether an error is about a variable of the environment. */
export const isEnvironmentError = (error: unknown): error is Error => error instanceof EnvironmentError
