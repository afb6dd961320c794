// The command `tapboard dev`: writes the settings, starts service, BFF, pages and the developer's app in this order, and stops them
// in the reverse one.
import { hostname } from 'node:os'
import {
  createBff,
  isConfigError,
  optionsFromEnvironment,
  serveBff,
  type Bff,
  type BffOptions,
} from '@tapboard/bff'
import type { CommandCode } from '@tapboard/contract'
import { createExplain } from '@tapboard/server'
import { openServer, isServeError, toNodeListener } from '@tapboard/server/node'
import { createService, serveService, type Service } from '@tapboard/service'
import { programOf, startApp, type App } from './app-process.ts'
import { readArguments, USAGE, type DevArguments } from './arguments.ts'
import { consoleLog, type Console } from './console-log.ts'
import type { Files } from './files.ts'
import { portsInUse, type Wanted } from './ports-in-use.ts'
import {
  appPortOf,
  missingIgnores,
  missingVariables,
  placesOf,
  variablesIn,
  variablesOfPort,
  withVariables,
  type Places,
  type RandomText,
  type Variables,
} from './settings.ts'
import { answerSite } from './site.ts'
import { summaryOf } from './summary.ts'
import { ensureKey, ensureTerminals, ON_SCREEN } from './upstream.ts'

/** Access of the command to the process. */
interface DevPorts extends Console {
  readonly args: readonly string[]
  readonly environment: Variables
  readonly platform: NodeJS.Platform
  readonly files: Files
  readonly random: RandomText
  readonly printError: (line: string) => void
  /** Resolves at the stop signal. */
  readonly stopped: Promise<void>
}

/** The way from a failed command to the catalogue of errors. */
const EXPLAIN = createExplain('tapboard')

/** A sentence for the developer instead of a stack. */
class DevFault extends Error {
  readonly code: CommandCode

  constructor(message: string, code: CommandCode = 'dev-failed') {
    super(message)
    this.code = code
  }
}

/** Stops parts in the reverse order of their start. */
interface Parts {
  add(stop: () => Promise<void>): void
  stop(): Promise<void>
}

function createParts(): Parts {
  const stops: (() => Promise<void>)[] = []
  return {
    add: (stop) => void stops.unshift(stop),
    async stop() {
      for (const stop of stops) await stop()
    },
  }
}

const HOST = '127.0.0.1'

/** Reads `.env` and completes it, without the API key. */
function readSettings({ files, random }: DevPorts, { port, withoutBff }: DevArguments): Variables {
  const text = files.read('.env')
  if (text === null && files.read('.tapboard/ledger.db') !== null)
    throw new DevFault(
      '.tapboard belongs to a .env that is gone. Put it back, or delete .tapboard to begin anew.',
    )
  const known = { ...variablesIn(text ?? ''), ...(port === null ? {} : variablesOfPort(port, withoutBff)) }
  return { ...known, ...missingVariables(known, random) }
}

/** Writes what has changed in `.env` and what `.gitignore` lacks. */
function writeSettings(files: Files, variables: Variables): void {
  const text = files.read('.env') ?? ''
  const before = variablesIn(text)
  const changed = Object.entries(variables).filter(([name, value]) => before[name] !== value)
  if (changed.length > 0) files.writeSecret('.env', withVariables(text, Object.fromEntries(changed)))
  const ignores = files.read('.gitignore') ?? ''
  const lines = missingIgnores(ignores)
  const joint = ignores === '' || ignores.endsWith('\n') ? '' : '\n'
  if (lines.length > 0) files.write('.gitignore', `${ignores}${joint}${lines.join('\n')}\n`)
}

async function startService(ports: DevPorts, places: Places, parts: Parts): Promise<Service> {
  ports.files.createFolder('.tapboard')
  const service = await createService({
    store: 'file:.tapboard/service.db',
    scriptedTerminals: true,
    fastTerminals: true,
    privateWebhooks: true,
    instance: `${hostname()}:${places.servicePort}`,
    log: consoleLog('service', ports),
  })
  parts.add(() => service.close())
  const served = await serveService({ service, host: HOST, port: places.servicePort })
  parts.add(() => served.close())
  await service.start()
  return service
}

/** The options in the variables, with the pages to try as one more origin. */
function bffOptions(ports: DevPorts, variables: Variables, origin: string): BffOptions {
  const options = optionsFromEnvironment({ ...variables, ...ports.environment })
  const merchants = options.merchants.map((merchant) =>
    merchant.origins.includes(origin) ? merchant : { ...merchant, origins: [...merchant.origins, origin] },
  )
  return { ...options, merchants, log: consoleLog('bff', ports) }
}

async function startBff(options: BffOptions, port: number, parts: Parts): Promise<Bff> {
  const bff = await createBff(options)
  parts.add(() => bff.close())
  const served = await serveBff({ bff, host: HOST, port })
  parts.add(async () => {
    served.leave()
    await bff.drain()
    await served.close()
  })
  await bff.start()
  return bff
}

const NO_BFF = 'The app mounts the BFF: use the pages of the app.'

async function startSite(
  ports: DevPorts,
  places: Places,
  {
    bff,
    service,
    deviceId,
    merchant,
  }: { bff: Bff | null; service: Service; deviceId: string; merchant: string },
  parts: Parts,
): Promise<void> {
  const origin = `http://localhost:${places.pagesPort}`
  const values = {
    BFF_URL: places.publicUrl,
    CHANNEL_URL: `${places.terminalUrl.replace('http', 'ws')}/terminal`,
    SERIAL: ON_SCREEN,
    ORIGIN: origin,
  }
  const site = {
    origin,
    values,
    mintToken: (grant: Parameters<Bff['mintToken']>[1]) =>
      bff === null ? Promise.reject(new DevFault(NO_BFF)) : bff.mintToken(merchant, grant),
    pairingCode: () => service.devices.pairingCode(deviceId),
    read: ports.files.readBytes,
  }
  const handler = { fetch: (request: Request) => answerSite(site, request) }
  const malformed = (): Response => new Response(null, { status: 400 })
  const server = await openServer({
    listener: toNodeListener({ handler, malformed, readHost: true }),
    host: HOST,
    port: places.pagesPort,
    limits: { connections: 1_000, closeMs: 500 },
    malformed,
  })
  parts.add(() => server.close())
}

/** Throws a sentence about each port that another program uses. */
async function checkPorts(places: Places, withoutBff: boolean): Promise<void> {
  const wanted: Wanted[] = [
    { part: 'service', port: places.servicePort },
    ...(withoutBff ? [] : [{ part: 'BFF', port: places.bffPort }]),
    { part: 'pages', port: places.pagesPort },
  ]
  const taken = await portsInUse(wanted, HOST)
  if (taken.length === 0) return
  const list = taken.map(({ part, port }) => `${port} (${part})`).join(', ')
  throw new DevFault(
    `In use by another program: port ${list}. Stop that program, or choose other ports: npx tapboard dev --port 4400`,
    'port-in-use',
  )
}

function startCommand(ports: DevPorts, args: DevArguments, variables: Variables, parts: Parts): App | null {
  if (args.command.length === 0) return null
  const { environment, files, platform } = ports
  const manager = environment['npm_execpath']
  const program = programOf(args.command, { platform, find: files.installedScript, manager })
  const known = { ...variables, ...environment }
  const port = appPortOf(known)
  // Servers that choose another port by themselves, such as that of Next, keep to `PORT`: tokens are for one origin.
  const fixed = port === null ? {} : { PORT: String(port) }
  const app = startApp(program, files.folder, { ...fixed, ...known }, platform)
  parts.add(() => app.stop())
  return app
}

/** A sentence for an app that has ended although its port cannot have been opened; empty otherwise. */
async function adviceAboutPort(known: Variables): Promise<string> {
  const port = appPortOf(known)
  if (port === null || (await portsInUse([{ part: 'app', port }], HOST)).length === 0) return ''
  return ` Port ${port} is in use by another program: stop that program, or change the port in TAPBOARD_MERCHANT_ORIGINS of .env.`
}

async function run(ports: DevPorts, args: DevArguments, parts: Parts): Promise<number> {
  const settings = readSettings(ports, args)
  const places = placesOf(settings, args.withoutBff)
  if ('fault' in places) throw new DevFault(places.fault)
  await checkPorts(places, args.withoutBff)
  const service = await startService(ports, places, parts)
  const kept = settings['TAPBOARD_MERCHANT_API_KEY'] ?? ''
  const key = await ensureKey(service, settings['TAPBOARD_MERCHANT_NAME'] ?? 'My shop', kept)
  const boarding = {
    TAPBOARD_MERCHANT_API_KEY: key,
    TAPBOARD_MERCHANT_BOARDING: JSON.stringify({ apiKey: key }),
  }
  const variables = key === kept ? settings : { ...settings, ...boarding }
  const ownPage = args.command.length === 0
  writeSettings(ports.files, variables)
  const deviceId = (await ensureTerminals(service, key)).get(ON_SCREEN) ?? ''
  const origin = `http://localhost:${places.pagesPort}`
  const bff = args.withoutBff
    ? null
    : await startBff(bffOptions(ports, variables, origin), places.bffPort, parts)
  const merchant = variables['TAPBOARD_MERCHANT_ID'] ?? ''
  await startSite(ports, places, { bff, service, deviceId, merchant }, parts)
  if (ownPage && ports.files.read('checkout.html') === null)
    ports.files.write('checkout.html', ports.files.firstPage(places.publicUrl))
  const appPort = ownPage ? null : appPortOf({ ...variables, ...ports.environment })
  const summary = summaryOf(places, { withoutBff: args.withoutBff, ownPage, appPort })
  for (const line of summary) ports.print(line)
  const app = startCommand(ports, args, variables, parts)
  if (app === null) {
    await ports.stopped
    return 0
  }
  const code = await Promise.race([ports.stopped.then(() => 0), app.ended])
  if (code !== 0) {
    const advice = await adviceAboutPort({ ...variables, ...ports.environment })
    ports.printError(`"${args.command.join(' ')}" ended with ${code}.${advice}`)
  }
  return code
}

const NO_SHELL =
  ' Windows starts files that end with .cmd in a shell only: name the program, such as "node server.js".'

/** The sentence of a fault that the developer can mend; `null` for a fault of the program. */
function sentenceOf(error: unknown, platform: NodeJS.Platform): string | null {
  if (error instanceof DevFault || isServeError(error) || isConfigError(error)) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return `The command cannot be started: ${error.message}.${platform === 'win32' ? NO_SHELL : ''}`
  return error instanceof Error && 'code' in error ? error.message : null
}

/** Runs the command; returns the exit code. */
export async function runDev(ports: DevPorts): Promise<number> {
  const args = readArguments(ports.args)
  if (args === 'help') {
    ports.print(USAGE)
    return 0
  }
  if ('fault' in args) {
    EXPLAIN.report(ports.printError, 'command-invalid', args.fault)
    return 2
  }
  const parts = createParts()
  try {
    return await run(ports, args, parts)
  } catch (error) {
    const sentence = sentenceOf(error, ports.platform)
    if (sentence === null) throw error
    ports.printError(sentence)
    ports.printError(EXPLAIN.moreAbout(error, 'dev-failed'))
    return 1
  } finally {
    await parts.stop()
  }
}
