// The options of a program that mounts the BFF, from the same variables as those of `tapboard-bff`.
import { readFileSync } from 'node:fs'
import { createLog } from '../observe/log.ts'
import type { Log } from '../ports.ts'
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
import { readLogSettings } from './process-settings.ts'

const readText = (path: string): string => readFileSync(path, 'utf8')

/** The logs of this process by their style: a program can read its options again and again. */
const logs = new Map<string, Log>()

/** The log as `tapboard-bff` has it: lines that a person reads on a terminal. Nothing where it is that of `createBff`. */
function logOf(environment: Environment): { readonly log?: Log } {
  const { isTTY } = process.stdout
  const read = readLogSettings(environment, isTTY)
  if ('problems' in read) throw new ConfigError(read.problems)
  const { level, format } = read
  if (level === 'info' && format === 'json') return {}
  const colour = isTTY && process.env['NO_COLOR'] === undefined
  const name = `${level} ${format}`
  const log = logs.get(name) ?? createLog(undefined, { level, format, colour })
  logs.set(name, log)
  return { log }
}

/**
 * Reads the options of `createBff` from the environment variables `TAPBOARD_…` and the file `.env` in the working folder, as
 * `tapboard-bff` does, and its log by `TAPBOARD_LOG_LEVEL` and `TAPBOARD_LOG_FORMAT`. Throws a {@link ConfigError} that names the
 * variables.
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
    return { ...options, ...logOf(environment) }
  } catch (error) {
    if (!isConfigError(error)) throw error
    throw new ConfigError(problemsInEnvironment(error.problems, environment))
  }
}
