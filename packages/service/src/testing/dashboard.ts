/** A browser at the dashboard, without a socket: keeps its cookie, and sends the headers that a browser sends. */
import { CHANGE_HEADER, type Role } from '@tapboard/contract/dashboard'
import { hashOf } from '../account/secret.ts'
import type { Service } from '../app/service.ts'
import type { Passwords } from '../dashboard/passwords.ts'

/** An answer of the dashboard. */
export interface DashboardAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
  /** Code of the error; `undefined` without one. */
  readonly code: unknown
}

/** Hashes without the cost of a real one. */
export const FAST_PASSWORDS: Passwords = {
  hash: (password) => Promise.resolve(hashOf(password)),
  verify: (password, hash) => Promise.resolve(hashOf(password) === hash),
}

/** Password of every person in the tests. */
export const PASSWORD = 'correct horse battery staple'

export const ORIGIN = 'https://service.test'

export class DashboardBrowser {
  readonly #service: Service
  readonly #address: string
  /** The cookie header; empty before a sign-in. */
  cookie = ''

  constructor(service: Service, address = '192.0.2.1') {
    this.#service = service
    this.#address = address
  }

  /** Adds a person to an account and signs in by a link. */
  static async signedIn(
    service: Service,
    accountId: string,
    {
      role = 'owner',
      name = `${role} of ${accountId}`,
    }: { readonly role?: Role; readonly name?: string } = {},
  ): Promise<DashboardBrowser> {
    const user = await service.users.add({ name, accountId, role })
    const token = await service.users.createLink(user?.id ?? '', 'sign-in')
    const browser = new DashboardBrowser(service)
    const { status } = await browser.call('POST', '/links/use', { token })
    if (status !== 200) throw new Error(`The sign-in answered ${status}.`)
    return browser
  }

  /** Sends a request as the page does; `headers` override, and `null` removes one. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string | null>> = {},
  ): Promise<DashboardAnswer> {
    const all: Record<string, string | null> = {
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { origin: ORIGIN, [CHANGE_HEADER]: '1' }),
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
      ...headers,
    }
    const request = new Request(`${ORIGIN}/dashboard/api${path}`, {
      method,
      headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const response = await this.#service.fetch(request, { address: this.#address })
    const set = response.headers.get('set-cookie')
    if (set !== null) this.cookie = /^[^;=]+=[^;]+/.exec(set)?.[0] ?? ''
    const text = await response.text()
    const parsed =
      response.headers.get('content-type') === 'application/json' ? (JSON.parse(text) as unknown) : null
    const members = (parsed ?? {}) as Record<string, unknown>
    const error = members['error'] as Record<string, unknown> | undefined
    return { status: response.status, headers: response.headers, text, body: members, code: error?.['code'] }
  }
}
