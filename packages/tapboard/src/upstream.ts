// The service on this machine: an account with a key, a plan, a terminal that taps by itself and one on the screen. Runs at each
// start and keeps what is there.
import { DeviceAnswer, upstream } from '@tapboard/contract'
import type { Service } from '@tapboard/service'

/** The terminals. The ending of a serial number lets the service play a terminal. */
const TERMINALS = [
  { serial: 'COUNTER-4471-OK', name: 'Counter' },
  { serial: 'SCREEN-4472', name: 'On-screen terminal' },
] as const

/** Serial number of the terminal that a page shows. */
export const ON_SCREEN = TERMINALS[1].serial

const PLAN = {
  name: 'Standard',
  label: 'Standard',
  summary: 'A plan to try the form with.',
  fees: [{ label: 'Card present', value: '2.6% + 10¢' }],
  sandbox: true,
} as const

const call = (service: Service, apiKey: string, body?: object): Promise<Response> =>
  service.fetch(
    new Request(`http://service.invalid${upstream.createDevice.path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )

/** Returns the key if the service knows it, otherwise a new one of the account with this name. */
export async function ensureKey(service: Service, name: string, kept: string): Promise<string> {
  if (kept !== '' && (await call(service, kept)).status === 200) return kept
  const { accounts, boarding } = service
  const account =
    (await accounts.findAccount(name)) ?? (await accounts.createAccount(name, { sandbox: true }))
  const made = account && (await accounts.createKey(account.id, { sandbox: true, board: true }))
  if (!account || !made)
    throw new Error(`The service made no key for ${name}; delete .tapboard and start again.`)
  if ((await boarding.listTiers(account.id)).length === 0) await boarding.addTier(account.id, PLAN)
  return made.key
}

/** Registers missing terminals. Returns the device IDs by serial number. */
export async function ensureTerminals(
  service: Service,
  apiKey: string,
): Promise<ReadonlyMap<string, string>> {
  const listed = upstream.listDevices.answers[200].parse(await (await call(service, apiKey)).json())
  const ids = new Map(listed.xDevices.map((device) => [device.deviceSerialNumber, device.deviceId]))
  for (const { serial, name } of TERMINALS) {
    if (ids.has(serial)) continue
    const wanted = { deviceSerialNumber: serial, deviceMake: 'A920', deviceFriendlyName: name }
    const answer = await call(service, apiKey, wanted)
    ids.set(serial, DeviceAnswer.parse(await answer.json()).deviceId)
  }
  return ids
}
