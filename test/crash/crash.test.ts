// The short version of `npm run crash`: real processes, SIGKILL at every failpoint, restart of the same instance and take-over by
// another one, and a store that is killed under load.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SALE_KINDS } from '@tapboard/contract'
import { BUSY } from '../kit/limits.ts'
import { runCampaign, type CampaignOptions } from './campaign.ts'
import { runKills } from './durable.ts'
import { pointOf, POINTS } from './points.ts'

const SEED = 20_261_121

/** From the crash to the right state. */
const RECOVERY_MS = 20_000

const postgresUrl = (): string => {
  const url = process.env['DATABASE_URL'] ?? ''
  if (url === '')
    throw new Error('Run this file with `npm test -- --part proof <file>`, which starts PostgreSQL.')
  return url
}

/** Points whose place in the store differs between the engines: commits, notices, a take-over in progress. */
const ON_POSTGRES = ['FP2', 'FP8', 'FP10', 'FP12', 'FP16'].flatMap((text) => pointOf(text) ?? [])

async function holds(options: Partial<CampaignOptions>): Promise<void> {
  const { results, swept } = await runCampaign({
    runs: 1,
    seed: SEED,
    engines: ['sqlite'],
    modes: ['same'],
    points: POINTS,
    lanes: { same: 2, other: 6 },
    limitMs: BUSY * RECOVERY_MS,
    postgresUrl: null,
    ...options,
  })
  for (const { point, seed, breaches, late, recoveryMs, trace } of results) {
    assert.deepEqual(breaches, [], [`${point}, seed ${seed}`, ...breaches, ...trace].join('\n'))
    assert.notEqual(recoveryMs, null, [`${point}, seed ${seed}: not reached`, ...trace].join('\n'))
    assert.equal(late, false, [`${point}, seed ${seed}: right, but late`, ...trace].join('\n'))
  }
  for (const kind of SALE_KINDS)
    assert.ok(
      results.some((result) => result.kind === kind),
      `no ${kind}`,
    )
  assert.deepEqual(swept, [])
}

describe('a BFF killed with SIGKILL loses nothing', { concurrency: true }, () => {
  // P4 asserts: right state within ${RECOVERY_MS} of `kill -9` at every failpoint, 0 violations.
  test('P4 killed at each failpoint and restarted: consistent, charged at most once (embedded file)', () =>
    holds({}))

  test('P86 killed at each failpoint and taken over by another instance: consistent (embedded file)', () =>
    holds({ modes: ['other'] }))

  test('P86 killed at commits and reads, restarted or taken over: consistent (PostgreSQL)', () =>
    holds({
      engines: ['postgres'],
      modes: ['same', 'other'],
      points: ON_POSTGRES,
      lanes: { same: 1, other: 5 },
      postgresUrl: postgresUrl(),
    }))
})

/** `npm run crash` kills 200 times. */
const KILLS = 5

// `kill -9` ends a process and leaves the machine alive, so it shows that no acknowledged sale was only in the memory of the
// process. Pages in the kernel's cache survive it, written to the disk or not, so no kill can show that the store waits for the
// disk. Both stores do wait, as in production: PostgreSQL with `fsync=on`, SQLite with `synchronous` as `packages/store` sets it.
for (const [engine, name] of [
  ['sqlite', 'embedded file'],
  ['postgres', 'PostgreSQL'],
] as const)
  // P12 asserts: 0 acknowledged sales and refunds and 0 sessions lost in ${KILLS} kills of each store, PostgreSQL with fsync on.
  test(`P12 a kill of the store's process under load loses no acknowledged sale or refund (${name})`, async () => {
    const result = await runKills({ engine, kills: KILLS, seed: SEED, tills: 4 })
    assert.deepEqual(result.breaches, [])
    assert.ok(result.acknowledged > result.refunds)
    assert.ok(result.refunds > 0)
    assert.ok(result.sessions > 0)
  })
