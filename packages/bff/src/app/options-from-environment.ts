// The options of a program that mounts the BFF, from the same variables as those of `tapboard-bff`.
import { readFileSync } from 'node:fs'
import { withDotEnv } from './dot-env.ts'
import { ConfigError, isConfigError, readConfig } from './config.ts'
import {
  optionsFrom,
  problemsInEnvironment,
  readEnvironment,
  problemsOfVariables,
  type Environment,
} from './environment.ts'
import type { BffOptions } from './options.ts'

const readText = (path: string): string => readFileSync(path, 'utf8')

/**
 * Reads the options of `createBff` from the environment variables `TAPBOARD_…` and the file `.env` in the working folder, as
 * `tapboard-bff` does. Throws a {@link ConfigError} that names the variables.
 */
export function optionsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): BffOptions {
  const { environment: read } = readEnvironment(withDotEnv(environment, readText), readText)
  return validated(read)
}

function validated(environment: Environment): BffOptions {
  const wrong = problemsOfVariables(environment)
  if (wrong.length > 0) throw new ConfigError(wrong)
  const options = optionsFrom(environment)
  try {
    readConfig(options)
    return options
  } catch (error) {
    if (!isConfigError(error)) throw error
    throw new ConfigError(problemsInEnvironment(error.problems, environment))
  }
}
