// The TypeScript samples of a host's server, run as they are printed: the server of the BFF's README gives a token and serves the BFF, both receivers of
// webhooks close an order. Names of the host that they do not declare come before them; `demo/docs/samples.d.ts` has their types.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { Hono } from 'hono'
import type { HostEvent } from '@tapboard/contract'
import { newWebhookSecret, signWebhook } from '@tapboard/server'
import { freePort } from '@tapboard/server/testing/ports'
import { announce } from '../../packages/bff/src/sale/ledger/announce.ts'
import { rows } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import { ROOT } from '../kit/process.ts'
import { scope } from '../kit/scope.ts'
import { until } from '../kit/until.ts'

const README = 'packages/bff/README.md'
const closing = scope()
after(() => closing.end())

// Below the folder of modules, so that imports resolve as in a project.
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/hosts-'))
closing.after(() => rm(folder, { recursive: true, force: true }))

/** Writes the one sample of a document that has these words as a module; returns its path. */
function writeSample(
  document: string,
  words: string,
  change: (code: string) => string = (code) => code,
): string {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const found = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)]
    .map(([, code = '']) => code)
    .filter((code) => code.includes(words))
  assert.equal(found.length, 1, `${document}: ${found.length} samples have "${words}"`)
  const file = join(folder, `${document.replaceAll(/\W+/g, '-')}-${words.replaceAll(/\W+/g, '-')}.mjs`)
  writeFileSync(file, transformSync(change(found[0] ?? ''), { loader: 'ts' }).code)
  return file
}

test('the server of the README gives a token of its order and serves the BFF', async () => {
  const port = await freePort()
  const site = `http://localhost:${port}`
  const file = writeSample(README, 'serve({', (code) =>
    [
      "const findOrder = async (id) => ({ id, total: '42.00', currency: 'USD', lane: 'dev_1' })",
      code
        .replaceAll('https://shop.example', site)
        .replace('https://terminal.example', 'http://127.0.0.1:1')
        .replace('file:ledger.db', `file:${join(folder, 'ledger.db')}`)
        .replace('8080', String(port)),
    ].join('\n'),
  )
  const secret = (): string => randomBytes(32).toString('base64url')
  const child = spawn(process.execPath, ['--conditions=tapboard-source', file], {
    env: { ...process.env, TAPBOARD_SECRET: secret(), HOST_SECRET: secret(), API_KEY: secret() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closing.after(async () => {
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ready = (): Promise<boolean> =>
    fetch(`${site}/tapboard/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('the BFF in the server', ready, 60_000).catch((error: unknown) =>
    assert.fail(`${String(error)}\n${said}`),
  )
  const answer = await fetch(`${site}/checkout/R-1042/token`, {
    method: 'POST',
    body: JSON.stringify({ kind: 'sale', jkt: 'a'.repeat(43) }),
  })
  assert.equal(answer.status, 200, said)
  const { token } = (await answer.json()) as { readonly token: string }
  const [, claims = ''] = token.split('.')
  const granted = Buffer.from(claims, 'base64url').toString()
  for (const part of ['R-1042', '4200', 'dev_1', site])
    assert.ok(granted.includes(part), `${part}: ${granted}`)
})

const [row] = announce('approved', rows.approved, Date.now(), ['webhook'])
assert.ok(row)
const event = JSON.parse(row.body) as HostEvent

type Receive = (request: Request) => Response | Promise<Response>

/** Receivers of webhooks by their document: each opens the module of its sample. */
const RECEIVERS: Readonly<Record<string, (file: string) => Promise<Receive>>> = {
  [README]: async (file) => {
    const app = new Hono()
    Object.assign(globalThis, { app })
    await import(pathToFileURL(file).href)
    return (request) => app.fetch(request)
  },
  'demo/docs/pages/webhooks.md': async (file) =>
    ((await import(pathToFileURL(file).href)) as { readonly POST: Receive }).POST,
}

for (const [document, open] of Object.entries(RECEIVERS))
  test(`the receiver of webhooks in ${document} closes a paid order once, and refuses a wrong signature`, async () => {
    const receive = await open(writeSample(document, 'verifyWebhook'))
    const secret = newWebhookSecret((length) => randomBytes(length))
    const seen = new Set<string>()
    const closed: string[] = []
    let isPaid = false
    Object.assign(globalThis, {
      seenBefore: async (id: string) => seen.has(id),
      noteApplication: async () => {},
      findOrder: async (id: string) => ({ id, total: '42.00', currency: 'USD', lane: 'dev_1' }),
      askTapboard: async (path: string) => {
        assert.equal(path, '/v1/orders/R-1042?amount=42.00&currency=USD')
        return { paid: isPaid }
      },
      closeOrder: async ({ id }: { readonly id: string }) => void closed.push(id),
    })
    process.env['WEBHOOK_SECRET'] = secret
    closing.after(() => void delete process.env['WEBHOOK_SECRET'])
    const send = async (id: string, key = secret): Promise<number> => {
      const body = JSON.stringify({ ...event, id, order: 'R-1042' })
      const headers = signWebhook(key, { id, body }, Date.now())
      const request = new Request('http://localhost/webhooks/tapboard', { method: 'POST', headers, body })
      return (await receive(request)).status
    }
    assert.equal(
      await send(
        'sale_1.2',
        newWebhookSecret((length) => randomBytes(length)),
      ),
      400,
    )
    assert.equal(await send('sale_1.2'), 204)
    assert.deepEqual(closed, [])
    isPaid = true
    assert.equal(await send('sale_1.3'), 204)
    seen.add('sale_1.3')
    assert.equal(await send('sale_1.3'), 204)
    assert.deepEqual(closed, ['R-1042'])
  })
