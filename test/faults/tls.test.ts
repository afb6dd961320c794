// An upstream behind TLS with a private authority: reachable where that authority is trusted; elsewhere the BFF sends nothing.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test, type TestContext } from 'node:test'
import { listening } from './support/shop.ts'
import { makeCertificates, type Certificates } from '../kit/certificate.ts'

const run = promisify(execFile)
const TILL = fileURLToPath(new URL('support/tls-till.ts', import.meta.url))

async function gateway(context: TestContext, { certificate, key }: Certificates) {
  const heard: string[] = []
  const server = createServer({ cert: certificate, key }, (request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end('{"sessionId":"ses_1","status":"IN_PROGRESS"}')
  })
  return { url: (await listening(context, server)).replace('http:', 'https:'), heard }
}

async function sell(url: string, trusted: string | null): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-tls-'))
  const file = join(folder, 'authority.pem')
  try {
    writeFileSync(file, trusted ?? '')
    const { stdout } = await run(process.execPath, ['--conditions=tapboard-source', TILL, url], {
      env: { PATH: process.env['PATH'], ...(trusted === null ? {} : { NODE_EXTRA_CA_CERTS: file }) },
    })
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('connects to an upstream with a private CA that Node trusts', async (context) => {
  const certificates = makeCertificates()
  const { url, heard } = await gateway(context, certificates)
  assert.deepEqual(await sell(url, certificates.authority), { send: 'accepted', read: 'found' })
  assert.deepEqual(heard, ['POST /v1/Session/initiate tb_test_key', 'GET /v1/Session/ses_1 tb_test_key'])
})

test('sends no byte and no key to an upstream with an untrusted CA', async (context) => {
  const [ours, theirs] = [makeCertificates(), makeCertificates()]
  const { url, heard } = await gateway(context, theirs)
  for (const trusted of [null, ours.authority])
    assert.deepEqual(await sell(url, trusted), { send: 'not_sent', read: 'unreachable' })
  assert.deepEqual(heard, [])
})
