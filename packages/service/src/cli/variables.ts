// The environment variables of the service, and the error for a misspelled one: it would leave a default in force without a
// word.
import { fileVariableOf, isInjectedVariable, suggestion } from '@tapboard/server'

/** All variables beside STORE_URL. */
export const SERVICE_VARIABLES = [
  'SERVICE_PORT',
  'SERVICE_HOST',
  'SERVICE_STRICT',
  'SERVICE_REPEAT',
  'SERVICE_SCRIPTED',
  'SERVICE_FAST',
  'SERVICE_PUBLIC_URL',
  'SERVICE_PROXIES',
  'SERVICE_METRICS_PORT',
  'SERVICE_METRICS_HOST',
  'SERVICE_DATA_KEY',
  'SERVICE_COBRAND_SECRET',
  'SERVICE_PROCESSOR_URL',
  'SERVICE_PROCESSOR_SECRET',
  'SERVICE_AUTHORIZER_URL',
  'SERVICE_AUTHORIZER_SECRET',
  'SERVICE_PRIVATE_WEBHOOKS',
  'SERVICE_WEBHOOK_SECRET',
] as const

/** Variables with a secret: each can be set by the path of a file, as `NAME_FILE`. */
export const SECRET_VARIABLES: readonly string[] = [
  'STORE_URL',
  'SERVICE_DATA_KEY',
  'SERVICE_COBRAND_SECRET',
  'SERVICE_PROCESSOR_SECRET',
  'SERVICE_AUTHORIZER_SECRET',
  'SERVICE_WEBHOOK_SECRET',
]

/** Describes the first unknown variable `SERVICE_…`. Returns `null` if the service knows all of them. */
export function unknownVariable(environment: Readonly<Record<string, string | undefined>>): string | null {
  const known: readonly string[] = [...SERVICE_VARIABLES, ...SECRET_VARIABLES.map(fileVariableOf)]
  const unknown = Object.entries(environment).find(
    ([name, value]) =>
      /^SERVICE_/i.test(name) && !known.includes(name) && !isInjectedVariable(name, value ?? ''),
  )
  return unknown === undefined
    ? null
    : `${unknown[0]} is not a variable of tapboard-service. See --help.${suggestion(unknown[0], known)}`
}
