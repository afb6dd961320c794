// Reads `.env` in the working directory, if it exists, and prints a first one. Variables of the environment take
// precedence, so that a forgotten file never overrides a server's own settings.
import { parseEnv } from 'node:util'
import { VARIABLES, type Environment } from './environment.ts'

const DOT_ENV = '.env'

/** The environment with the additions of `.env`. `readText` may throw: the file is optional. */
export function withDotEnv(environment: Environment, readText: (path: string) => string): Environment {
  let text: string
  try {
    text = readText(DOT_ENV)
  } catch {
    return environment
  }
  return { ...parseEnv(text), ...environment }
}

/** Values for a first test sale, by variable; `random` returns a secret of this length. */
const FIRST: Readonly<Record<string, (random: (length: number) => string) => string>> = {
  TAPBOARD_SECRET: (random) => random(43),
  STORE_URL: () => 'file:ledger.db',
  PUBLIC_URL: () => 'http://localhost:4300',
  TERMINAL_URL: () => 'http://localhost:4010',
  UPSTREAM_ENVIRONMENT: () => 'sandbox',
  MERCHANT_ID: () => 'shop',
  MERCHANT_NAME: () => '"My shop"',
  MERCHANT_HOST_SECRET: (random) => random(32),
  MERCHANT_API_KEY: () => '',
  MERCHANT_ORIGINS: () => 'http://localhost:3000',
}

/** A first `.env`: sets the variables of a first sale with fresh secrets and lists all others as comments. */
export function firstDotEnv(random: (length: number) => string): string {
  const lines = VARIABLES.flatMap(([name, what]) => {
    const value = FIRST[name]?.(random)
    return [`# ${what}`, value === undefined ? `# ${name}=` : `${name}=${value}`]
  })
  return ['# Settings of tapboard-bff. Keep this file to yourself: it holds secrets.', ...lines].join('\n')
}
