// The server of shop and partner with its stores, its secrets and the service's pairing codes.
import { toBase64url } from '@tapboard/store/crypto'
import type { Service } from '@tapboard/service'
import { createHost, type HostOptions } from '../host/app.ts'
import { createManagers } from '../host/managers.ts'
import { openOrderStore } from '../host/order-store.ts'
import { openSignUpStore } from '../host/sign-up/sign-up-store.ts'
import type { StoredText } from '../host/stored-text.ts'
import { createWebhooks } from '../host/webhooks.ts'
import { keptOf } from './partner.ts'
import type { Secrets } from './secrets.ts'
import { TERMINALS } from './seed.ts'

interface ShopHostParts extends Pick<
  HostOptions,
  'site' | 'origin' | 'terminalUrl' | 'docsUrl' | 'cookies' | 'repairLine'
> {
  readonly secrets: Secrets
  /** The persistent text of each store. */
  readonly stored: (name: 'orders' | 'sign-ups') => StoredText
  /** Address at which the server reaches the BFF. */
  readonly bffUrl: string
  readonly fetch: typeof fetch
  /** The running service; `null` while it is stopped, and with another upstream. */
  readonly service: () => Service | null
  /** Device IDs of the shop's terminals by serial number. */
  readonly devices: ReadonlyMap<string, string>
  /** False without a boarding key: then the server has no sign-up page. */
  readonly boarding: boolean
}

const randomName = (): string => toBase64url(crypto.getRandomValues(new Uint8Array(24)))

/** Creates the server; without a terminal channel it draws no terminal. */
export function createShopHost(parts: ShopHostParts): ReturnType<typeof createHost> {
  const { secrets, stored, bffUrl, fetch, service, devices, boarding, ...options } = parts
  const tokens = (secret: string) => ({ bffUrl, secret, fetch })
  const signUp = {
    book: openSignUpStore(stored('sign-ups'), Date.now, randomName),
    tokens: tokens(secrets.partnerSecret),
    lockedTokens: tokens(secrets.lockedSecret),
    hooks: createWebhooks(secrets.partnerWebhookSecret),
    kept: async (appId: string) => {
      const running = service()
      return running === null ? null : keptOf(running, appId)
    },
    name: randomName,
  }
  return createHost({
    ...options,
    managers: createManagers(secrets.managerPin, Date.now, randomName),
    orders: openOrderStore(stored('orders'), Date.now),
    hooks: createWebhooks(secrets.webhookSecret),
    signUp: boarding ? signUp : null,
    tokens: tokens(secrets.hostSecret),
    terminals:
      options.terminalUrl === null
        ? []
        : TERMINALS.filter(({ onScreen }) => onScreen).map(({ serial, name }) => ({
            serial,
            name,
            deviceId: devices.get(serial) ?? '',
          })),
    pairingCode: async (serial) => (await service()?.devices.pairingCode(devices.get(serial) ?? '')) ?? null,
  })
}
