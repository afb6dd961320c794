// The answers of the pages, without a process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerSite, type SitePorts } from './site.ts'

const ORIGIN = 'http://localhost:5173'

const PORTS: SitePorts = {
  origin: ORIGIN,
  mintToken: () => Promise.resolve({ token: 'signed', expiresInSeconds: 900, nonce: 'n' }),
  pairingCode: () => Promise.resolve(null),
  values: {},
  read: () => Promise.resolve(null),
}

const statusOf = async (path: string, body: string): Promise<number> =>
  (await answerSite(PORTS, new Request(ORIGIN + path, { method: 'POST', headers: { origin: ORIGIN }, body })))
    .status

for (const path of ['/token', '/apply-token'])
  test(`${path} answers 400 to a body that is JSON but no object`, async () => {
    for (const body of ['null', '5', '"text"', '[]']) assert.equal(await statusOf(path, body), 400, body)
    assert.equal(await statusOf(path, '{}'), 201)
  })
