/**
 * `npm run crash -- [--runs 1500] [--seed N] [--engine sqlite|postgres|both] [--point FPn] [--lanes N] [--kills 200]`:
 * BFF processes killed with SIGKILL at FP1 to FP16, and the store's process killed under load. Prints the tables; a run
 * that fails prints its seed and its trace, and the logs are kept.
 */
import { parseArgs } from 'node:util'
import { FAILPOINTS } from '../../packages/bff/src/failpoint.ts'
import { startPostgres } from '../support/postgres.ts'
import { isFailed, runCampaign } from './campaign.ts'
import { runKills } from './durable.ts'
import type { RunResult } from './lane.ts'
import { pointOf, POINTS } from './points.ts'
import { tableOf } from './table.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'both' },
    mode: { type: 'string', default: 'both' },
    point: { type: 'string' },
    lanes: { type: 'string', default: '6' },
    kills: { type: 'string', default: '200' },
  },
})

/** P4. */
const RECOVERY_MS = 20_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const point = values.point === undefined ? null : pointOf(values.point)
if (values.point !== undefined && point === null)
  throw new Error(`--point must be FP1 to FP${POINTS.length}, or a name: ${POINTS.join(', ')}.`)
const engines = values.engine === 'both' ? (['sqlite', 'postgres'] as const) : ([values.engine] as const)
if (engines.some((engine) => engine !== 'sqlite' && engine !== 'postgres'))
  throw new Error('--engine must be sqlite, postgres or both.')
const modes = (['same', 'other'] as const).filter((mode) => values.mode === 'both' || values.mode === mode)
const other = Math.max(1, Number(values.lanes))

let done = 0
const ended = (result: RunResult): void => {
  done += 1
  if (done % 50 === 0) say(`${done} runs`)
  if (!isFailed(result)) return
  const { engine, mode, seed, breaches, trace } = result
  say(`FP${FAILPOINTS[result.point]} ${result.point}, ${mode} instance, ${engine}, seed ${seed}:`)
  for (const line of [...breaches.map((breach) => `  ! ${breach}`), ...trace]) say(line)
}

const postgres = engines.some((engine) => engine === 'postgres') ? await startPostgres() : null
const beganAtMs = performance.now()
try {
  const { results, swept, missed, folder } = await runCampaign({
    runs: Number(values.runs),
    seed: Number(values.seed),
    engines: engines as readonly ('sqlite' | 'postgres')[],
    modes,
    points: point === null ? POINTS : [point],
    lanes: { same: Math.max(1, Math.ceil(other / 4)), other },
    limitMs: RECOVERY_MS,
    postgresUrl: postgres?.url ?? null,
    ended,
  })
  const minutes = (performance.now() - beganAtMs) / 60_000
  for (const breach of swept) say(`! ${breach}`)
  say(tableOf(results))
  const failures = results.filter(isFailed).length + swept.length
  say(
    `${results.length} runs in ${minutes.toFixed(1)} min (${(results.length / minutes).toFixed(0)} a minute), ` +
      `${failures} failures; ${missed} were begun again because their moment did not come.`,
  )
  if (folder !== null) say(`Logs and stores: ${folder}`)
  process.exitCode = failures === 0 ? 0 : 1
  const kills = Number(values.kills)
  for (const engine of kills > 0 && point === null ? engines : []) {
    const result = await runKills({
      engine: engine as 'sqlite' | 'postgres',
      kills,
      seed: Number(values.seed),
      tills: 6,
    })
    for (const breach of result.breaches) say(`! ${breach}`)
    say(
      `${kills} kills of the store (${engine}): ${result.acknowledged} starts acknowledged, ${result.sessions} sessions, ` +
        `${result.approved} approved, ${result.inDoubt} in doubt, ${result.breaches.length} violations`,
    )
    if (result.breaches.length > 0) process.exitCode = 1
  }
} finally {
  await postgres?.stop()
}
