// The file `.env` of the folder a command is started in: read, where there is one, and written for whoever begins. What the
// environment itself says goes first, so that a server's own settings are never overruled by a file that was left behind.
import { parseEnv } from 'node:util'
import { VARIABLES, type Environment } from './environment.ts'

/** Name of the file. */
export const DOT_ENV = '.env'

/** The environment with what `.env` adds; `readText` throws where it cannot be read, which is no fault. */
export function withDotEnv(environment: Environment, readText: (path: string) => string): Environment {
  let text: string
  try {
    text = readText(DOT_ENV)
  } catch {
    return environment
  }
  return { ...parseEnv(text), ...environment }
}

/** What a first test sale needs, by variable; `random` gives so many characters for a secret. */
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

/** A `.env` to begin with: what a first sale needs is set, with secrets of its own; everything else stands there to be set. */
export function firstDotEnv(random: (length: number) => string): string {
  const lines = VARIABLES.flatMap(([name, what]) => {
    const value = FIRST[name]?.(random)
    return [`# ${what}`, value === undefined ? `# ${name}=` : `${name}=${value}`]
  })
  return ['# Settings of tapboard-bff. Keep this file to yourself: it holds secrets.', ...lines].join('\n')
}
