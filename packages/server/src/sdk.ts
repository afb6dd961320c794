// Starts the SDK of OpenTelemetry for a command. The packages are optional peers, imported only where a variable `OTEL_…` asks for them;
// the SDK reads all of its variables itself.
import type { OpenTelemetryApi } from './open-telemetry.ts'

/** Environment variables; the SDK reads those of the process. */
type Variables = Record<string, string | undefined>

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT'
const TRACES = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
const METRICS = 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'

/** Longest wait for the last export when the process ends. */
const SHUTDOWN_MS = 5_000

const BRAND = Symbol.for('@tapboard/server/telemetry-package-error')

/** A running SDK of OpenTelemetry, which exports until its shutdown. */
export interface TelemetrySdk {
  /** The option `openTelemetry` of the server. */
  readonly api: OpenTelemetryApi
  /** Exports the rest; resolves within 5 s. */
  stop(): Promise<void>
}

/** An endpoint is set, but its packages are not installed. */
export class TelemetryPackageError extends Error {
  /** Identifies the class across copies of this module. */
  readonly [BRAND] = true
  /** Its entry in the catalogue of errors. */
  readonly code = 'telemetry-package-missing'

  constructor(cause: unknown) {
    super(
      `${ENDPOINT} needs the packages of OpenTelemetry: npm install @opentelemetry/api @opentelemetry/sdk-node`,
      { cause },
    )
    this.name = 'TelemetryPackageError'
  }
}

/** Whether `error` is a {@link TelemetryPackageError}, from any copy of this module. */
export const isTelemetryPackageError = (error: unknown): error is TelemetryPackageError =>
  typeof error === 'object' && error !== null && BRAND in error

const isSet = (variables: Readonly<Variables>, name: string): boolean => (variables[name] ?? '').trim() !== ''

/** Whether the environment asks for an export by OTLP. */
export const wantsTelemetry = (variables: Readonly<Variables>): boolean =>
  variables['OTEL_SDK_DISABLED']?.trim().toLowerCase() !== 'true' &&
  [ENDPOINT, TRACES, METRICS].some((name) => isSet(variables, name))

/** Defaults of the SDK that do not fit a server with secrets on its command line, or an endpoint for one signal. */
function setDefaults(variables: Variables, serviceName: string): void {
  const byDefault = (name: string, value: string): void => {
    if (!isSet(variables, name)) variables[name] = value
  }
  // The detector of the process exports the arguments of the command, which may hold a password of the store.
  byDefault('OTEL_NODE_RESOURCE_DETECTORS', 'env,host')
  byDefault('OTEL_LOGS_EXPORTER', 'none')
  if (!isSet(variables, ENDPOINT)) {
    if (!isSet(variables, TRACES)) byDefault('OTEL_TRACES_EXPORTER', 'none')
    if (!isSet(variables, METRICS)) byDefault('OTEL_METRICS_EXPORTER', 'none')
  }
  const named = /(?:^|,)\s*service\.name\s*=/.test(variables['OTEL_RESOURCE_ATTRIBUTES'] ?? '')
  if (!named) byDefault('OTEL_SERVICE_NAME', serviceName)
}

/** Imports the packages. A literal import inside of `try` also passes a bundler that does not find them. */
async function importSdk() {
  try {
    const [api, { NodeSDK }] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-node'),
    ])
    return { api, NodeSDK }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    throw isMissing ? new TelemetryPackageError(error) : error
  }
}

/** Imports the packages if {@link wantsTelemetry}; rejects with a {@link TelemetryPackageError} if they are not installed. */
export async function checkTelemetry(variables: Readonly<Variables>): Promise<void> {
  if (wantsTelemetry(variables)) await importSdk()
}

/**
 * Starts the SDK if {@link wantsTelemetry}; else resolves with `null` and imports nothing. `given` are the variables of the command;
 * those named `OTEL_…` become variables of the process, because the SDK reads them there. Rejects with a
 * {@link TelemetryPackageError} if the packages are not installed.
 */
export async function startTelemetry(
  given: Readonly<Variables>,
  serviceName: string,
): Promise<TelemetrySdk | null> {
  if (!wantsTelemetry(given)) return null
  for (const [name, value] of Object.entries(given)) if (name.startsWith('OTEL_')) process.env[name] = value
  setDefaults(process.env, serviceName)
  const { api, NodeSDK } = await importSdk()
  const sdk = new NodeSDK()
  sdk.start()
  return {
    api,
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, SHUTDOWN_MS)))
      await Promise.race([sdk.shutdown().catch(() => {}), late])
      clearTimeout(timer)
    },
  }
}
