// The servers in other languages that the documentation shows, each against a real BFF and service: its token starts a sale,
// whose webhook it verifies, and it closes the order. A language that is not installed is a note; CI needs Python.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent } from 'node:http'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newWebhookSecret, signWebhook } from '@tapboard/server'
import { LONG } from '../kit/limits.ts'
import { Page } from '../kit/page.ts'
import { ROOT } from '../kit/process.ts'
import { createKeys, registerDevice, startBff, startService } from '../kit/programs.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { until } from '../kit/until.ts'
import { scope, temporaryFolder } from '../kit/scope.ts'

interface Language {
  readonly name: string
  readonly program: string
  readonly args: (port: number) => readonly string[]
  /** Must be installed where CI runs. */
  readonly required?: true
}

const FOLDER = join(ROOT, 'test/hosts')
const LANGUAGES: readonly Language[] = [
  { name: 'Python', program: 'python3', args: () => ['shop.py'], required: true },
  { name: 'PHP', program: 'php', args: (port) => ['-S', `127.0.0.1:${port}`, 'shop.php'] },
  // Its compiler takes up to half a minute of computing time.
  ...(LONG ? [{ name: 'Go', program: 'go', args: () => ['run', 'shop.go'] }] : []),
]

const isInstalled = ({ program }: Language): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

const ORDER = 'R-1042'
const random = (length: number): Uint8Array => randomBytes(length)
const hostSecret = (): string => randomBytes(24).toString('base64url')

/** A shop before its server starts. */
const shops = await Promise.all(
  LANGUAGES.filter(isInstalled).map(async (language) => {
    const port = await freePort()
    const secrets = { host: hostSecret(), webhook: newWebhookSecret(random) }
    return { ...language, id: language.name.toLowerCase(), port, url: `http://127.0.0.1:${port}`, secrets }
  }),
)
type Shop = (typeof shops)[number]

const closing = scope()
const folder = temporaryFolder(closing, 'hosts')
const agent = new Agent()
closing.after(() => agent.destroy())
const devices = new Map<string, string>()
let bffUrl: string

before(async () => {
  const store = `file:${join(folder, 'service.db')}`
  const keys = await createKeys(
    store,
    shops.map(({ name }) => name),
  )
  const service = await startService({ store, scripted: true })
  closing.after(() => service.kill())
  const port = await freePort()
  bffUrl = `http://127.0.0.1:${port}`
  for (const [index, { id, name }] of shops.entries()) {
    const { deviceId } = await registerDevice(service.url, keys[index] ?? '', `${name}-OK`)
    devices.set(id, deviceId)
  }
  const bff = await startBff({
    store: `file:${join(folder, 'ledger.db')}`,
    secret: randomBytes(32).toString('base64url'),
    publicUrl: bffUrl,
    terminalUrl: service.url,
    port,
    merchants: shops.map(({ id, name, url, secrets }, index) => ({
      id,
      name,
      hostSecret: secrets.host,
      apiKey: keys[index] ?? '',
      origins: [url],
      // During a rotation; the shop has the older secret.
      webhook: { url: `${url}/webhooks/tapboard`, secret: [newWebhookSecret(random), secrets.webhook] },
    })),
  })
  closing.after(() => bff.kill())
  await Promise.all(shops.map((shop) => open(shop)))
})
after(() => closing.end())

/** Starts the server of a shop. */
async function open({ program, args, port, url, secrets, name }: Shop): Promise<void> {
  const child = spawn(program, args(port), {
    cwd: FOLDER,
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      PORT: String(port),
      SHOP_URL: url,
      BFF_URL: bffUrl,
      HOST_SECRET: secrets.host,
      WEBHOOK_SECRET: secrets.webhook,
      DATA_FOLDER: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // `go run` starts another process: both end together.
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', stop)
  closing.after(async () => {
    process.off('exit', stop)
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    stop()
    await gone
  })
  const opened = until(
    `the shop in ${name}`,
    () =>
      isClosed(url)
        .catch(() => null)
        .then((closed) => closed === false),
    60_000,
  )
  await opened.catch((error: unknown) => assert.fail(`${String(error)}\n${said}`))
}

async function isClosed(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/orders/${ORDER}`)
  return ((await answer.json()) as { readonly closed: boolean }).closed
}

/** A page of the shop that has a token from the shop's own server. */
async function pageOf({ url, secrets }: Shop): Promise<Page> {
  const page = new Page(
    { askUrl: bffUrl, publicUrl: bffUrl, origin: url, hostSecret: secrets.host, agent },
    ORDER,
  )
  const answer = await fetch(`${url}/api/token`, {
    method: 'POST',
    body: JSON.stringify({ kind: 'sale', order: ORDER, jkt: page.thumbprint }),
  })
  assert.equal(answer.status, 201)
  page.accept(await answer.text())
  return page
}

/** Sends an event to the shop's receiver. */
const receive = (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> =>
  fetch(`${url}/webhooks/tapboard`, { method: 'POST', headers, body }).then(({ status }) => status)

test('Python is installed where CI runs', (t) => {
  const missing = LANGUAGES.filter((language) => !isInstalled(language))
  for (const { name, program } of missing) t.diagnostic(`${name} is not tested: ${program} is not installed`)
  if (process.env['CI'] === 'true')
    assert.deepEqual(
      missing.filter(({ required }) => required),
      [],
    )
})

for (const shop of shops)
  describe(`the shop in ${shop.name}`, () => {
    const body = JSON.stringify({ id: 'sale_1.2', type: 'sale.approved', order: ORDER })
    const signed = (nowMs: number, secret = shop.secrets.webhook): Readonly<Record<string, string>> =>
      signWebhook(secret, { id: 'sale_1.2', body }, nowMs)

    test('refuses a webhook without a right and present signature', async () => {
      const now = Date.now()
      const wrong = newWebhookSecret(random)
      for (const [headers, text] of [
        [{}, body],
        [signed(now, wrong), body],
        [signed(now - 360_000), body],
        [signed(now + 360_000), body],
        [signed(now), `${body} `],
        [{ ...signed(now), 'webhook-id': 'sale_1.3' }, body],
        [{ ...signed(now), 'webhook-signature': '' }, body],
        [{ ...signed(now), 'webhook-timestamp': 'now' }, body],
      ] as const)
        assert.equal(await receive(shop.url, headers, text), 400)
    })

    test('leaves an order open that the BFF does not call paid, and asks for the event again', async () => {
      assert.equal(await receive(shop.url, signed(Date.now()), body), 503)
      assert.equal(await isClosed(shop.url), false)
    })

    test('accepts an event of an order that it does not know', async () => {
      const other = body.replace(ORDER, 'R-7')
      const headers = signWebhook(shop.secrets.webhook, { id: 'sale_7.2', body: other }, Date.now())
      assert.equal(await receive(shop.url, headers, other), 204)
    })

    // A webhook whose handling fails must come again, so no failure may look like a success.
    test('answers a request that it cannot read with an error', async () => {
      const refused = await fetch(`${shop.url}/api/token`, { method: 'POST', body: 'null' }).then(
        ({ status }) => status >= 400,
        () => true,
      )
      assert.ok(refused)
    })

    test('gets a token whose sale is approved, and closes the order after the webhook', async () => {
      const page = await pageOf(shop)
      const started = await page.ask(page.start(devices.get(shop.id) ?? ''))
      assert.equal(started.status, 201, started.text)
      await until('the order is closed', () => isClosed(shop.url), 30_000)
      const again = await fetch(`${shop.url}/api/token`, {
        method: 'POST',
        body: JSON.stringify({ kind: 'sale', order: ORDER, jkt: page.thumbprint }),
      })
      assert.equal(again.status, 404)
    })
  })
