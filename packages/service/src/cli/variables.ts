// The environment variables of the service, and the error for a misspelled one: it would leave a default in force without a
// word.
import { fileVariableOf, isInjectedVariable, suggestion, type RenamedVariable } from '@tapboard/server'

/** All variables beside TAPBOARD_SERVICE_STORE_URL. */
export const SERVICE_VARIABLES = [
  'TAPBOARD_SERVICE_PORT',
  'TAPBOARD_SERVICE_HOST',
  'TAPBOARD_SERVICE_STRICT',
  'TAPBOARD_SERVICE_REPEAT',
  'TAPBOARD_SERVICE_SCRIPTED',
  'TAPBOARD_SERVICE_FAST',
  'TAPBOARD_SERVICE_PUBLIC_URL',
  'TAPBOARD_SERVICE_PROXIES',
  'TAPBOARD_SERVICE_STORE_CONNECTIONS',
  'TAPBOARD_SERVICE_TERMINALS_WAITING',
  'TAPBOARD_SERVICE_LOG_LEVEL',
  'TAPBOARD_SERVICE_LOG_FORMAT',
  'TAPBOARD_SERVICE_METRICS_PORT',
  'TAPBOARD_SERVICE_METRICS_HOST',
  'TAPBOARD_SERVICE_NOTICES_MODULE',
  'TAPBOARD_SERVICE_DATA_KEY',
  'TAPBOARD_SERVICE_COBRAND_SECRET',
  'TAPBOARD_SERVICE_PROCESSOR_URL',
  'TAPBOARD_SERVICE_PROCESSOR_SECRET',
  'TAPBOARD_SERVICE_AUTHORIZER_URL',
  'TAPBOARD_SERVICE_AUTHORIZER_SECRET',
  'TAPBOARD_SERVICE_PRIVATE_WEBHOOKS',
  'TAPBOARD_SERVICE_WEBHOOK_SECRET',
] as const

/** Variables with a secret: each can be set by the path of a file, as `NAME_FILE`. */
export const SECRET_VARIABLES: readonly string[] = [
  'TAPBOARD_SERVICE_STORE_URL',
  'TAPBOARD_SERVICE_DATA_KEY',
  'TAPBOARD_SERVICE_COBRAND_SECRET',
  'TAPBOARD_SERVICE_PROCESSOR_SECRET',
  'TAPBOARD_SERVICE_AUTHORIZER_SECRET',
  'TAPBOARD_SERVICE_WEBHOOK_SECRET',
]

/** The names that the variables had before they got their prefix. */
export const RENAMED: readonly RenamedVariable[] = [
  { old: 'STORE_URL', current: 'TAPBOARD_SERVICE_STORE_URL' },
  ...SERVICE_VARIABLES.map((current) => ({ old: current.replace(/^TAPBOARD_/, ''), current })),
]

/** Describes the first unknown variable `TAPBOARD_SERVICE_…` or `SERVICE_…`. Returns `null` if the service knows all of them. */
export function unknownVariable(environment: Readonly<Record<string, string | undefined>>): string | null {
  const known: readonly string[] = [
    'TAPBOARD_SERVICE_STORE_URL',
    ...SERVICE_VARIABLES,
    ...SECRET_VARIABLES.map(fileVariableOf),
  ]
  const unknown = Object.entries(environment).find(
    ([name, value]) =>
      /^(TAPBOARD_)?SERVICE_/i.test(name) && !known.includes(name) && !isInjectedVariable(name, value ?? ''),
  )
  if (unknown === undefined) return null
  const [name] = unknown
  const meant = /^TAPBOARD_/i.test(name) ? name : `TAPBOARD_${name}`
  return `${name} is not a variable of tapboard-service. See --help.${suggestion(meant, known, 'TAPBOARD_SERVICE_')}`
}
