// Our two programs as processes of their own, on stores that the caller chooses, and the operator's work before and after the start.
import { createService } from '@tapboard/service'
import type { BffOptions } from '@tapboard/bff'
import { run, type Running } from './process.ts'
import { CounterTerminal } from './terminal.ts'

/** The options of a service process. */
interface ServiceSettings {
  readonly store: string
  /** The bare specification, without the additions of D-16. */
  readonly strict?: boolean
  /** Terminals that act by themselves, as the end of their serial number says. */
  readonly scripted?: boolean
  /** The port of the program; default: any free one. */
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
}

export const startService = ({
  store,
  strict,
  scripted,
  port = 0,
  environment = {},
}: ServiceSettings): Promise<Running> =>
  run({
    file: 'packages/service/src/main.ts',
    args: [
      'serve',
      `--port=${port}`,
      `--store=${store}`,
      ...(scripted === true ? ['--scripted'] : []),
      ...(strict === true ? ['--strict'] : []),
    ],
    environment,
    ready: /service on (\S+)/,
  })

/** The options of a BFF process. */
interface BffSettings {
  readonly store: string
  readonly secret: string
  readonly publicUrl: string
  readonly terminalUrl: string
  /** The upstream is a strict service: it can only be polled, and cancels nothing. */
  readonly strict?: boolean
  readonly merchants: BffOptions['merchants']
  /** The port of the program; default: any free one. */
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
}

/** A crowd of watchers shares the keys of a few pages. */
const CROWD = JSON.stringify({ streamsPerKey: 12_000 })

export const startBff = (settings: BffSettings): Promise<Running> =>
  run({
    file: 'packages/bff/src/main.ts',
    environment: {
      TAPBOARD_SECRET: settings.secret,
      TAPBOARD_STORE_URL: settings.store,
      TAPBOARD_PUBLIC_URL: settings.publicUrl,
      TAPBOARD_TERMINAL_URL: settings.terminalUrl,
      TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
      TAPBOARD_UPSTREAM_CANCEL: String(settings.strict !== true),
      TAPBOARD_UPSTREAM_LONG_POLL: String(settings.strict !== true),
      TAPBOARD_MERCHANTS: JSON.stringify(settings.merchants),
      TAPBOARD_PORT: String(settings.port ?? 0),
      TAPBOARD_LIMITS: CROWD,
      ...settings.environment,
    },
    ready: /listens on (\S+)/,
  })

/** Creates accounts in a new store of the service and returns their keys, as an operator does before the first start. */
export async function createKeys(store: string, names: readonly string[]): Promise<readonly string[]> {
  const service = await createService({ store })
  try {
    const keys: string[] = []
    for (const name of names) {
      const account = await service.accounts.createAccount(name, { sandbox: true })
      const made = account === null ? null : await service.accounts.createKey(account.id)
      if (made === null) throw new Error('The store was used before.')
      keys.push(made.key)
    }
    return keys
  } finally {
    await service.close()
  }
}

/** A device as the service registered it (§4.1). */
export interface RegisteredDevice {
  readonly deviceId: string
  readonly xPairingCode: string
}

/** Registers a device over HTTP. */
export async function registerDevice(
  serviceUrl: string,
  apiKey: string,
  serial: string,
  name = `Counter ${serial}`,
): Promise<RegisteredDevice> {
  const answer = await fetch(`${serviceUrl}/v1/Device`, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ deviceSerialNumber: serial, deviceMake: 'A920', deviceFriendlyName: name }),
  })
  if (answer.status !== 201) throw new Error(`A device was not registered: ${answer.status}`)
  return (await answer.json()) as RegisteredDevice
}

/** Registers a device and connects its terminal. */
export async function plugInTerminal(
  ...device: Parameters<typeof registerDevice>
): Promise<{ readonly deviceId: string; readonly terminal: CounterTerminal }> {
  const [serviceUrl, , serial] = device
  const { deviceId, xPairingCode } = await registerDevice(...device)
  const terminal = new CounterTerminal(serviceUrl, serial, xPairingCode)
  await terminal.plugIn()
  return { deviceId, terminal }
}
