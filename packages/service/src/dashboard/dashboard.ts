// Assembles the dashboard: options, platform code and handlers.
import { readClientAddress, type IsAddress } from '@tapboard/server'
import type { Accounts } from '../account/accounts.ts'
import type { FollowUp } from '../boarding/follow-up.ts'
import type { TierRepository } from '../boarding/tiers.ts'
import type { DeviceRepository } from '../cloud/device/device-repository.ts'
import type { Kernel } from '../kernel.ts'
import { openAttempts } from '../account/attempts.ts'
import { boardingDashboardHandlers } from './boarding.ts'
import { openBrowserSessions } from './browser-sessions.ts'
import { openChangeStreams, type ChangeStreams } from './change-streams.ts'
import type { ReadPageFile } from './files.ts'
import { SignInSteps } from './sign-in-steps.ts'
import { keyHandlers } from './keys.ts'
import type { DashboardMount } from './mount.ts'
import type { Passkeys } from './passkey-port.ts'
import { PasskeyRepository } from './passkey-repository.ts'
import { passkeyHandlers } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import { peopleHandlers } from './people.ts'
import { isProxyCount, PROXIES_MAX } from './proxies.ts'
import { signInHandlers } from './sign-in.ts'
import { terminalHandlers } from './terminals.ts'
import { transactionHandlers } from './transactions.ts'
import type { UserRepository } from './users.ts'
import type { DeviceRow } from '../schema/schema.ts'

export interface DashboardOptions {
  /**
   * Address of the service as browsers see it, for example `https://pay.example`. Required behind a proxy that ends
   * TLS: cookies become secure, and requests of other origins are rejected. Default: the address of each request.
   */
  readonly publicUrl?: string
  /**
   * Number of your reverse proxies that every request passes and that append to `X-Forwarded-For`. They give the address for
   * which attempts to sign in and wrong pairing codes count. 0–10; default 0: the header is ignored and the address of the connection counts.
   */
  readonly proxies?: number
  /** Reads the files of the dashboard's page by path. Default: those of the package. */
  readonly dashboardPage?: ReadPageFile
  /** Hashes the passwords of people. Default: scrypt of Node. */
  readonly passwords?: Passwords
}

/** Platform code of the dashboard. */
export interface DashboardRuntime {
  readonly passwords: Passwords
  readonly passkeys: Passkeys
  readonly readPageFile: ReadPageFile
  readonly isAddress: IsAddress
}

/** Parts of the service that the dashboard uses. */
interface DashboardParts {
  readonly accounts: Accounts
  readonly users: UserRepository
  readonly devices: DeviceRepository
  readonly tiers: TierRepository
  readonly followUp: FollowUp
  /** Called with each new device and its one-time code. */
  readonly registered: (row: DeviceRow, code: string) => void
}

/** The dashboard of a service. */
interface Dashboard {
  readonly mount: DashboardMount
  readonly streams: ChangeStreams
}

/** Creates the dashboard; `null` on a runtime without it. Throws a RangeError for an invalid number of proxies. */
export function openDashboard(
  kernel: Kernel,
  options: DashboardOptions,
  parts: DashboardParts,
  runtime: DashboardRuntime | null,
): Dashboard | null {
  if (runtime === null) return null
  const { publicUrl, passwords = runtime.passwords, dashboardPage: readFile = runtime.readPageFile } = options
  const { proxies = 0 } = options
  if (!isProxyCount(proxies)) throw new RangeError(`proxies must be a whole number from 0 to ${PROXIES_MAX}.`)
  const sessions = openBrowserSessions(kernel)
  const attempts = openAttempts(kernel)
  const streams = openChangeStreams(kernel, sessions)
  const { accounts, users } = parts
  const signInSteps = new SignInSteps({ sessions, users, attempts, passwords, log: kernel.log })
  const mount: DashboardMount = {
    kernel,
    sessions,
    origin: publicUrl === undefined ? null : new URL(publicUrl).origin,
    addressOf: (headers, peer) => readClientAddress(headers, peer, proxies, runtime.isAddress),
    readFile,
    handlers: {
      ...signInHandlers({ users, sessions, attempts, passwords, log: kernel.log, signInSteps }),
      ...passkeyHandlers({
        users,
        stored: new PasskeyRepository(kernel),
        passkeys: runtime.passkeys,
        signInSteps,
      }),
      ...keyHandlers(kernel, accounts, users),
      ...peopleHandlers({ kernel, users, attempts }),
      ...terminalHandlers({ kernel, ...parts }),
      ...transactionHandlers(kernel, streams),
      ...boardingDashboardHandlers({ kernel, attempts, ...parts }),
    },
  }
  return { mount, streams }
}
