// Reads `.env` in the working directory, if it exists, and prints a first one. Variables of the environment take
// precedence, so that a forgotten file never overrides a server's own settings.
import { parseEnv } from 'node:util'
import { RENAMED, VARIABLES, type Environment } from './environment.ts'

const DOT_ENV = '.env'

/** The environment with the additions of `.env`. `readText` may throw: the file is optional. */
export function withDotEnv(environment: Environment, readText: (path: string) => string): Environment {
  let text: string
  try {
    text = readText(DOT_ENV)
  } catch {
    return environment
  }
  // A variable of the environment replaces one of the file under either of its names.
  const replaced = new Set(
    RENAMED.flatMap(({ old, current }) =>
      environment[old] === undefined && environment[current] === undefined ? [] : [old, current],
    ),
  )
  const file = Object.entries(parseEnv(text)).filter(([name]) => !replaced.has(name))
  return { ...Object.fromEntries(file), ...environment }
}

/** Values for a first test sale, by variable; `random` returns a secret of this length. */
const FIRST: Readonly<Record<string, (random: (length: number) => string) => string>> = {
  TAPBOARD_SECRET: (random) => random(43),
  TAPBOARD_STORE_URL: () => 'file:ledger.db',
  TAPBOARD_PUBLIC_URL: () => 'http://localhost:4300',
  TAPBOARD_TERMINAL_URL: () => 'http://localhost:4010',
  TAPBOARD_UPSTREAM_ENVIRONMENT: () => 'sandbox',
  TAPBOARD_MERCHANT_ID: () => 'shop',
  TAPBOARD_MERCHANT_NAME: () => '"My shop"',
  TAPBOARD_MERCHANT_HOST_SECRET: (random) => random(32),
  TAPBOARD_MERCHANT_API_KEY: () => '',
  TAPBOARD_MERCHANT_ORIGINS: () => 'http://localhost:3000',
}

/** A first `.env`: sets the variables of a first sale with fresh secrets and lists all others as comments. */
export function firstDotEnv(random: (length: number) => string): string {
  const lines = VARIABLES.flatMap(([name, what]) => {
    const value = FIRST[name]?.(random)
    return [`# ${what}`, value === undefined ? `# ${name}=` : `${name}=${value}`]
  })
  return ['# Settings of tapboard-bff. Keep this file to yourself: it holds secrets.', ...lines].join('\n')
}
