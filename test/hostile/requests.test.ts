// P20: generated requests to the BFF, of every method, path and header. The APIs are new, so that no answer of the service is too large.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { propertyRuns } from '@tapboard/contract/testing'
import fc from 'fast-check'
import { times } from '../kit/limits.ts'
import { openApis } from './support/apis.ts'
import { bffPlaces } from './support/bff-places.ts'
import { fuzzRequests } from './support/fuzz.ts'

const REQUESTS = times(500, 10_000)

const apis = await openApis()
const requests = await fuzzRequests(apis, await bffPlaces(apis))
after(() => apis.close())

// P20 asserts: 0 occurrences of a key or secret in the answers to ${REQUESTS} generated requests, in logs and in metrics.
void test(`P20 no answer, log line or metric of ${REQUESTS} generated requests contains a key or a secret`, async () => {
  const secretIn = (text: string): string | undefined => apis.secrets.find((secret) => text.includes(secret))
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, ...rest }) => {
      const response = await apis.send(method, path, rest)
      statuses.add(response.status)
      const text = `${[...response.headers].join('\n')}\n${await response.text()}`
      assert.equal(secretIn(text), undefined)
      assert.ok(response.status < 500, text)
    }),
    propertyRuns(20_261_123, REQUESTS),
  )
  for (const status of [200, 201, 400, 401, 403]) assert.ok(statuses.has(status), `no answer was ${status}`)
  assert.ok(apis.lines.some((line) => line.includes('"route":"mintToken"')))
  assert.equal(secretIn(apis.lines.join('\n')), undefined)
  assert.equal(secretIn(await apis.bff.metrics()), undefined)
})
