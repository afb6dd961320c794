// A service with its dashboard on a port, its command line, and its API.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createService, serveService, type Service } from '@tapboard/service'
import { dashboardPage } from '../../../demo/stack/build-dashboard.ts'
import { readCommand } from '../../../packages/service/src/cli/read-command.ts'
import { run } from '../../../packages/service/src/cli/run-command.ts'
import { newFolder } from './shop.ts'

/** Password of the people of a journey. */
export const PASSWORD = 'correct horse battery staple'

/** An answer of the cloud terminal API. */
interface ApiAnswer {
  readonly status: number
  readonly json: Record<string, unknown>
}

/** A service with scripted terminals and the dashboard. */
export class DashboardService {
  readonly service: Service
  readonly url: string
  readonly #dir: string
  readonly #stop: () => Promise<void>

  private constructor(service: Service, url: string, dir: string, stop: () => Promise<void>) {
    this.service = service
    this.url = url
    this.#dir = dir
    this.#stop = stop
  }

  static async start(): Promise<DashboardService> {
    const dir = newFolder()
    const service = await createService({
      store: storeOf(dir),
      scriptedTerminals: true,
      privateWebhooks: true,
      dashboardPage: dashboardPage(dir),
    })
    await service.start()
    const { url, close } = await serveService({ service, port: 0 })
    return new DashboardService(service, url, dir, close)
  }

  /** Runs a command of `tapboard-service`; returns what it prints. */
  async command(...words: readonly string[]): Promise<string> {
    const address = words[0] === 'users' ? ['--public-url', this.url] : []
    const read = readCommand([...words, '--store', storeOf(this.#dir), ...address], {})
    assert.ok(read.ok, words.join(' '))
    let out = ''
    const code = await run(read.command, {
      out: (text) => (out += text),
      err: () => undefined,
      untilStopped: () => Promise.resolve(),
    })
    assert.equal(code, 0, words.join(' '))
    return out.trim()
  }

  /** Calls the cloud terminal API with a key. */
  async api(key: string, path: string, body?: object): Promise<ApiAnswer> {
    const answer = await fetch(`${this.url}${path}`, {
      headers: { Authorization: key },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }

  /** Starts a sale of 42.00 on the only terminal of the key's account. */
  async startSale(key: string): Promise<void> {
    const { json } = await this.api(key, '/v1/Device')
    const [device] = json['xDevices'] as readonly { readonly deviceId: string }[]
    const sale = {
      xCommand: 'cc:sale',
      xAmount: 42,
      xExternalRequestID: 'order-1',
      xInvoice: 'R-77',
      xSoftwareName: 'Till',
      xSoftwareVersion: '1.0',
      xDeviceID: device?.deviceId,
    }
    assert.equal((await this.api(key, '/v1/Session/initiate', sale)).status, 200)
  }

  async close(): Promise<void> {
    await this.service.close()
    await this.#stop()
    rmSync(this.#dir, { recursive: true, force: true })
  }
}

const storeOf = (dir: string): string => `file:${join(dir, 'service.db')}`
