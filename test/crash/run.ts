/**
 * `npm run crash -- [--runs 1500] [--kills 200] [--seed N] [--engine sqlite|postgres|both] [--mode same|other|both] [--point FPn]
 * [--lanes N] [--minutes N]`: BFF processes killed with SIGKILL at FP1 to FP16, and the store's process killed under load. Prints
 * the tables. A failing run prints its trace and the command that repeats it (`--replay SEED`), and the logs are kept.
 * `--minutes` begins no further run after this time.
 */
import { parseArgs } from 'node:util'
import { FAILPOINTS } from '../../packages/bff/src/sale/failpoint.ts'
import { startPostgres } from '../kit/postgres.ts'
import { isFailed, runCampaign } from './campaign.ts'
import { runKills } from './durable.ts'
import type { RunResult } from './lane.ts'
import { pointOf, POINTS } from './points.ts'
import { tableOf } from './table.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1500' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    engine: { type: 'string', default: 'both' },
    mode: { type: 'string', default: 'both' },
    point: { type: 'string' },
    lanes: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '600' },
  },
})

/** Longest recovery after a crash that P4 permits. */
const RECOVERY_MS = 20_000
/** Tills that sell and refund while the store is killed. */
const TILLS = 6

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function number(name: 'runs' | 'kills' | 'seed' | 'lanes' | 'minutes', least: number): number {
  const value = Number(values[name])
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} must be a whole number from ${least}.`)
  return value
}

function chosen<Name extends string>(option: string, value: string, names: readonly Name[]): readonly Name[] {
  const found = names.filter((name) => value === 'both' || value === name)
  if (found.length === 0) throw new Error(`--${option} must be ${names.join(', ')} or both.`)
  return found
}

const engines = chosen('engine', values.engine, ['sqlite', 'postgres'] as const)
const modes = chosen('mode', values.mode, ['same', 'other'] as const)
const point = values.point === undefined ? null : pointOf(values.point)
if (values.point !== undefined && point === null)
  throw new Error(`--point must be FP1 to FP${POINTS.length}, or a name: ${POINTS.join(', ')}.`)
const [lanes, seed] = [number('lanes', 1), number('seed', 0)]

let done = 0
function ended(result: RunResult): void {
  done += 1
  if (done % 50 === 0) say(`${done} runs`)
  if (!isFailed(result)) return
  const { engine, mode, breaches, trace } = result
  const again = `--point FP${FAILPOINTS[result.point]} --mode ${mode} --engine ${engine} --replay ${result.seed}`
  say(`npm run crash -- ${again}`)
  if (result.late) say(`  ! P4: later than ${RECOVERY_MS / 1000} s`)
  for (const line of [...breaches.map((breach) => `  ! ${breach}`), ...trace]) say(line)
}

/** Kills BFFs at failpoints; gives the number of failures. */
async function crash(postgresUrl: string | null): Promise<number> {
  const beganAtMs = performance.now()
  const { results, swept, missed, folder } = await runCampaign({
    runs: number('runs', 0),
    seed: values.replay === undefined ? seed : Number(values.replay),
    exact: values.replay !== undefined,
    engines,
    modes,
    points: point === null ? POINTS : [point],
    lanes: { same: Math.max(1, Math.ceil(lanes / 4)), other: lanes },
    limitMs: RECOVERY_MS,
    withinMs: number('minutes', 1) * 60_000,
    postgresUrl,
    ended,
  })
  const minutes = (performance.now() - beganAtMs) / 60_000
  for (const breach of swept) say(`! ${breach}`)
  say(tableOf(results))
  const failures = results.filter(isFailed).length + swept.length
  const late = results.filter((result) => result.late).length
  say(
    `${results.length} runs in ${minutes.toFixed(1)} min (${(results.length / minutes).toFixed(0)} a minute), ` +
      `${results.filter(({ breaches }) => breaches.length > 0).length + swept.length} violations, ` +
      `${late} later than ${RECOVERY_MS / 1000} s; ${missed} were begun again because their moment did not come.`,
  )
  if (folder !== null) say(`Logs and stores: ${folder}`)
  return failures
}

/** Kills the store's process under load; gives the number of violations. */
async function killStores(kills: number): Promise<number> {
  let violations = 0
  for (const engine of engines) {
    const result = await runKills({ engine, kills, seed, tills: TILLS })
    violations += result.breaches.length
    for (const breach of result.breaches) say(`! ${breach}`)
    const { acknowledged, refunds, sessions, approved, inDoubt } = result
    say(
      `${kills} kills of the store (${engine}): ${acknowledged} starts acknowledged, ${refunds} of them refunds, ${sessions} sessions, ` +
        `${approved} approved, ${inDoubt} in doubt, ${result.breaches.length} violations`,
    )
  }
  return violations
}

// A requested end still ends the started processes: service and server by their exit handlers, BFFs by themselves.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const postgres = engines.includes('postgres') ? await startPostgres() : null
try {
  let failures = 0
  if (number('runs', 0) > 0) failures += await crash(postgres?.url ?? null)
  const kills = number('kills', 0)
  if (kills > 0 && point === null) failures += await killStores(kills)
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  await postgres?.stop()
}
