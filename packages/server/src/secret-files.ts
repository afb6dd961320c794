// Secrets in files, as Docker, Kubernetes and systemd mount them: `NAME_FILE` is the path of a file with the value of `NAME`.
import { EnvironmentError } from './environment-error.ts'

/** The environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The name of the variable with the path. */
export const fileVariableOf = (name: string): string => `${name}_FILE`

/**
 * The environment with the contents of its files: each `NAME_FILE` of `names` becomes `NAME`, without the line break at its end.
 * Throws if both are set or the file cannot be read. An empty `NAME_FILE` counts as unset.
 */
export function withSecretFiles(
  environment: Environment,
  names: readonly string[],
  readText: (path: string) => string,
): Environment {
  const values: Record<string, string | undefined> = { ...environment }
  for (const name of names) {
    const variable = fileVariableOf(name)
    const path = values[variable]
    delete values[variable]
    if (path === undefined || path === '') continue
    if (values[name] !== undefined) throw new EnvironmentError(`Set either ${name} or ${variable}, not both.`)
    try {
      values[name] = readText(path).replace(/\r?\n$/, '')
    } catch (cause) {
      throw new EnvironmentError(`${variable} must be the path of a file that can be read.`, { cause })
    }
  }
  return values
}
