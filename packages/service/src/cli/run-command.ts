// Runs one command of `tapboard-service`. Prints the result on standard output and a fault as one sentence on
// standard error; a key is printed once and never stored (D-19).
import { hostname } from 'node:os'
import { checkHealth, isEnvironmentError } from '@tapboard/server'
import { importNotices, serveMetrics, type ClosableNotices } from '@tapboard/server/node'
import { isTelemetryPackageError, type TelemetrySdk } from '@tapboard/server/sdk'
import { isStoreError } from '@tapboard/store'
import { DATA_KEY_MISSING, isDataKeyError } from '../vault/key-ring.ts'
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import { BOARDING_COMMANDS } from './boarding-commands.ts'
import { DEVICE_COMMANDS } from './device-command.ts'
import { EXPLAIN, fail } from './explain.ts'
import type { CommandOutput } from './output.ts'
import { performAccounts } from './run-account-command.ts'
import { performBoarding } from './run-boarding-command.ts'
import { performDevices } from './run-device-command.ts'
import { performKeys } from './run-key-command.ts'
import { performStore } from './run-store-command.ts'
import { STORE_COMMANDS } from './store-commands.ts'
import type { Command } from './read-command.ts'
import { USAGE } from './usage.ts'
import { openLog } from './service-log.ts'
import type { ProcessorCommand, ServeCommand } from './serve-command.ts'
import { isServeError, serveService } from '../app/serve.ts'
import { serveExampleProcessor } from '../example/serve-processor.ts'
import { createService, type Service } from '../app/service.ts'

/** Input and output of a command. */
export interface Terminal extends CommandOutput {
  /** Resolves at the stop signal; called once the service listens. */
  readonly untilStopped: () => Promise<void>
  /** Standard output, if it is a terminal. */
  readonly console?: { readonly colour: boolean } | undefined
  /** Starts OpenTelemetry if the environment asks for it. Default: never. */
  readonly startTelemetry?: () => Promise<TelemetrySdk | null>
}

async function withService(
  store: string,
  work: (service: Service) => Promise<number>,
  more: { readonly dataKey?: string } = {},
): Promise<number> {
  const service = await createService({ store, ...more })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** Serves, with OpenTelemetry and the broker of the operator around it if the environment names them. */
async function serve(command: ServeCommand, terminal: Terminal): Promise<number> {
  const { noticesModule } = command
  const notices =
    noticesModule === undefined ? null : await importNotices(noticesModule, 'TAPBOARD_SERVICE_NOTICES_MODULE')
  const telemetry = (await terminal.startTelemetry?.()) ?? null
  try {
    return await serveWith(command, terminal, { telemetry, notices })
  } finally {
    await telemetry?.stop()
    await notices?.close?.()
  }
}

async function serveWith(
  command: ServeCommand,
  { out, err, untilStopped, console }: Terminal,
  {
    telemetry,
    notices,
  }: { readonly telemetry: TelemetrySdk | null; readonly notices: ClosableNotices | null },
): Promise<number> {
  const {
    store,
    strict,
    repeat,
    scripted,
    fast,
    host,
    port,
    dataKey,
    processor,
    authorizer,
    privateWebhooks,
    publicUrl,
    proxies,
    storeConnections,
    terminalsWaitingPerAddress,
    metrics,
  } = command
  if (dataKey === undefined && !store.startsWith('file:')) err(`${DATA_KEY_MISSING}\n`)
  const service = await createService({
    store,
    strict,
    repeat,
    scriptedTerminals: scripted,
    fastTerminals: fast,
    privateWebhooks,
    proxies,
    ...(processor === undefined ? {} : { processor }),
    ...(authorizer === undefined ? {} : { authorizer }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(dataKey === undefined ? {} : { dataKey }),
    ...(storeConnections === undefined ? {} : { storeConnections }),
    ...(terminalsWaitingPerAddress === undefined ? {} : { terminalsWaitingPerAddress }),
    // The port is unique on this machine, so host and port name this process.
    ...(port === 0 ? {} : { instance: `${hostname()}:${port}` }),
    ...(telemetry === null ? {} : { openTelemetry: telemetry.api }),
    ...(notices === null ? {} : { notices }),
    log: openLog({
      level: command.logLevel,
      format: command.logFormat ?? (console === undefined ? 'json' : 'pretty'),
      colour: console?.colour ?? false,
    }),
  })
  const opened: { close(): Promise<void> }[] = []
  try {
    if (metrics !== undefined) {
      const variable = 'TAPBOARD_SERVICE_METRICS_PORT'
      const served = await serveMetrics({ read: () => service.metrics(), ...metrics, variable })
      opened.push(served)
      out(`Metrics at ${served.url}\n`)
    }
    const served = await serveService({ service, host, port })
    await service.start()
    out(`Cloud terminal service on ${served.url} (terminals: ${served.url.replace('http', 'ws')}/terminal)\n`)
    out(`Dashboard on ${publicUrl ?? served.url}/dashboard; "users add" prints a link for a person\n`)
    await untilStopped()
    await served.leave()
    await served.close()
    return 0
  } finally {
    for (const one of opened) await one.close()
    await service.close()
  }
}

async function serveProcessor(command: ProcessorCommand, { out, untilStopped }: Terminal): Promise<number> {
  const { url, close } = await serveExampleProcessor(command)
  out(
    `Example processor on ${url}: /applications for --processor-url, /authorizations for --authorizer-url\n`,
  )
  await untilStopped()
  await close()
  return 0
}

async function perform(command: Command, terminal: Terminal): Promise<number> {
  const { out, err } = terminal
  if (BOARDING_COMMANDS.isCommand(command)) {
    const more = 'dataKey' in command && command.dataKey !== undefined ? { dataKey: command.dataKey } : {}
    return withService(command.store, (service) => performBoarding(service, command, terminal), more)
  }
  if (ACCOUNT_COMMANDS.isCommand(command))
    return withService(command.store, (service) => performAccounts(service, command, terminal))
  if (DEVICE_COMMANDS.isCommand(command))
    return withService(command.store, (service) => performDevices(service, command, terminal))
  if (STORE_COMMANDS.isCommand(command)) return performStore(command, terminal)
  switch (command.name) {
    case 'help':
      out(USAGE)
      // A script or a container that lost its arguments has not succeeded.
      return command.asked ? 0 : 2
    case 'explain':
      return EXPLAIN.run(command.args, {
        print: (line) => out(`${line}\n`),
        printError: (line) => err(`${line}\n`),
      })
    case 'serve':
      return serve(command, terminal)
    case 'health': {
      const { ok, message } = await checkHealth({ ...command, fetch })
      if (!ok) return fail(terminal, 'not-healthy', message)
      out(`${message}\n`)
      return 0
    }
    case 'processor':
      return serveProcessor(command, terminal)
    case 'keys create':
    case 'keys list':
    case 'keys revoke':
      return withService(command.store, (service) => performKeys(service.accounts, command, terminal))
  }
}

/** Runs a command and returns the exit code; prints a known fault as one sentence. */
export async function run(command: Command, terminal: Terminal): Promise<number> {
  try {
    return await perform(command, terminal)
  } catch (error) {
    const known =
      isServeError(error) ||
      isStoreError(error) ||
      isDataKeyError(error) ||
      isTelemetryPackageError(error) ||
      isEnvironmentError(error) ||
      error instanceof RangeError
    if (!known) throw error
    terminal.err(`${error.message}\n${EXPLAIN.moreAbout(error, 'command-invalid')}\n`)
    return 1
  }
}
