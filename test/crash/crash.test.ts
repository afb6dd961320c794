// The short version of `npm run crash`: real processes, SIGKILL at every failpoint, restart of the same instance and
// take-over by another one; and the store killed under load.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCampaign, type CampaignOptions } from './campaign.ts'
import { runKills } from './durable.ts'
import { pointOf, POINTS } from './points.ts'

const SEED = 20_261_121

/** P4. Held in full by `npm run crash` on a quiet machine; a busy one may be three times as late before a sale counts as lost. */
const RECOVERY_MS = 20_000

const postgresUrl = (): string => {
  const url = process.env['DATABASE_URL'] ?? ''
  if (url === '')
    throw new Error('Run this file with `npm run test:proof -- <file>`, which starts PostgreSQL.')
  return url
}

/** Points whose place in the store differs between the engines: commits, notices, a take-over in the middle. */
const ON_POSTGRES = ['FP2', 'FP8', 'FP10', 'FP12', 'FP16'].flatMap((text) => pointOf(text) ?? [])

async function holds(options: Partial<CampaignOptions>): Promise<void> {
  const { results, swept } = await runCampaign({
    runs: 1,
    seed: SEED,
    engines: ['sqlite'],
    modes: ['same'],
    points: POINTS,
    lanes: { same: 2, other: 6 },
    limitMs: RECOVERY_MS,
    postgresUrl: null,
    ...options,
  })
  for (const { point, seed, breaches, recoveryMs, trace } of results) {
    assert.deepEqual(breaches, [], [`${point}, seed ${seed}`, ...breaches, ...trace].join('\n'))
    assert.notEqual(recoveryMs, null, [`${point}, seed ${seed}: not reached`, ...trace].join('\n'))
  }
  assert.deepEqual(swept, [])
}

describe('a BFF is killed with SIGKILL and nothing is lost', { concurrency: true }, () => {
  test('P4 killed at each failpoint and started again: right again, charged at most once (embedded file)', () =>
    holds({}))

  test('P86 killed at each failpoint and taken over by another instance: right again (embedded file)', () =>
    holds({ modes: ['other'] }))

  test('P86 killed at commits and reads, started again or taken over: right again (PostgreSQL)', () =>
    holds({
      engines: ['postgres'],
      modes: ['same', 'other'],
      points: ON_POSTGRES,
      lanes: { same: 1, other: 5 },
      postgresUrl: postgresUrl(),
    }))
})

for (const [engine, name] of [
  ['sqlite', 'embedded file'],
  ['postgres', 'PostgreSQL'],
] as const)
  test(`P12 the process of the store is killed five times under load and no acknowledged sale is lost (${name})`, async () => {
    const result = await runKills({ engine, kills: 5, seed: SEED, tills: 4 })
    assert.deepEqual(result.breaches, [])
    assert.ok(result.acknowledged > 0)
    assert.ok(result.sessions > 0)
  })
