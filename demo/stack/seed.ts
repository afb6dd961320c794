// Creates the shop's data at the service: an account with a key, and three terminals, registered over HTTP
// (§4.1). Runs at every start and keeps existing data.
import { DeviceAnswer, upstream } from '@tapboard/contract'
import type { Accounts } from '@tapboard/service'

/** Name of the shop, its account and its terminals' screens. */
export const SHOP = 'Harbor Cycle Repair'

/** The shop's terminals. The suffix of a serial number selects a scripted terminal. */
export const TERMINALS = [
  { serial: 'REPAIR-0001', make: 'A920', name: 'Front counter', onScreen: true },
  { serial: 'REPAIR-0002-OK', make: 'A35', name: 'Workshop', onScreen: false },
  { serial: 'REPAIR-0003-OFF', make: 'A80', name: 'Pop-up stand', onScreen: false },
] as const

type Fetch = typeof fetch

const call = (fetch: Fetch, serviceUrl: string, apiKey: string, body?: unknown): Promise<Response> =>
  fetch(`${serviceUrl}${upstream.createDevice.path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })

/** Returns the stored key if the service accepts it, otherwise a new key of the account. */
export async function ensureKey(
  accounts: Accounts,
  fetch: Fetch,
  serviceUrl: string,
  kept: string | null,
  { name = SHOP, board = false }: { readonly name?: string; readonly board?: boolean } = {},
): Promise<string> {
  if (kept !== null && (await call(fetch, serviceUrl, kept)).status === 200) return kept
  const account =
    (await accounts.findAccount(name)) ??
    (await accounts.createAccount(name, { sandbox: true, currency: 'USD' }))
  const made = account === null ? null : await accounts.createKey(account.id, { sandbox: true, board })
  if (made === null) throw new Error(`The service did not make an account for ${name}; start again.`)
  return made.key
}

/** Registers missing terminals; returns device IDs by serial number. */
export async function ensureTerminals(
  fetch: Fetch,
  serviceUrl: string,
  apiKey: string,
): Promise<ReadonlyMap<string, string>> {
  const listed = upstream.listDevices.answers[200].parse(await (await call(fetch, serviceUrl, apiKey)).json())
  const ids = new Map(listed.xDevices.map((device) => [device.deviceSerialNumber, device.deviceId]))
  for (const { serial, make, name } of TERMINALS) {
    if (ids.has(serial)) continue
    const answer = await call(fetch, serviceUrl, apiKey, {
      deviceSerialNumber: serial,
      deviceMake: make,
      deviceFriendlyName: name,
    })
    if (answer.status !== 201)
      throw new Error(`The service answered ${answer.status} when ${name} was registered.`)
    ids.set(serial, DeviceAnswer.parse(await answer.json()).deviceId)
  }
  return ids
}
