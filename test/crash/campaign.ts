// Many runs over many lanes: every failpoint, both ways to go on and the requested engines, all equally often. A lane takes the
// next run of its kind as soon as it is free. A failpoint that was not reached is tried again.
import { FAILPOINTS, type FailpointName } from '../../packages/bff/src/sale/failpoint.ts'
import { layGround } from './ground.ts'
import { Lane, type LaneOptions, type RunResult } from './lane.ts'
import type { Mode } from './points.ts'

/** The options of a campaign. */
export interface CampaignOptions {
  /** Crashes in all; rounded up to the same number for every cell of the table. */
  readonly runs: number
  readonly seed: number
  /** Repeats one run: this seed as it is, once with everything the instances may know of the service. */
  readonly exact?: boolean
  readonly engines: readonly ('sqlite' | 'postgres')[]
  readonly modes: readonly Mode[]
  readonly points: readonly FailpointName[]
  /** Lanes per engine for each mode. */
  readonly lanes: Readonly<Record<Mode, number>>
  /** A sale that is not in its correct state this long after the crash is a breach of P4, ms. */
  readonly limitMs: number
  /** A server where databases may be created; needed for `postgres`. */
  readonly postgresUrl: string | null
  /** Starts no run after this time, ms. */
  readonly withinMs?: number
  /** Called when a run ends. */
  readonly ended?: (result: RunResult) => void
}

/** The result of a campaign. */
interface CampaignResult {
  readonly results: readonly RunResult[]
  /** Breaches found at the end, over all orders of all lanes. */
  readonly swept: readonly string[]
  /** Failpoints that were not reached, and tried again. */
  readonly missed: number
  /** Folder of logs and stores, if there is a finding. */
  readonly folder: string | null
}

/** Tries for one run; each further one acts at the first pass. */
const TRIES = 4

/**
 * The upstream capabilities that the instances of a lane are configured with: the bare specification, a look-up, refused repeats.
 */
const KNOWN: readonly LaneOptions['knowledge'][] = [
  { lookup: 'none', repeat: 'unknown', longPoll: false },
  { lookup: 'authoritative', repeat: 'unknown', longPoll: true },
  { lookup: 'none', repeat: 'refuses', longPoll: true },
]

interface Job {
  readonly point: FailpointName
  readonly seed: number
}

/** The runs of one mode on one engine: round after round through the failpoints. */
function jobsOf({ points, seed, exact }: CampaignOptions, rounds: number, salt: number): Job[] {
  if (exact === true) return points.flatMap((point) => KNOWN.map(() => ({ point, seed })))
  return Array.from({ length: rounds }, (_, round) =>
    points.map((point) => ({ point, seed: seed + salt * 10_000_019 + round * 1_009 + FAILPOINTS[point] })),
  ).flat()
}

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { engines, modes, points, lanes, runs } = options
  const rounds = Math.ceil(runs / (points.length * modes.length * engines.length))
  const endsAtMs = performance.now() + (options.withinMs ?? Infinity)
  const ground = await layGround(options.postgresUrl)
  const results: RunResult[] = []
  const swept: string[] = []
  let missed = 0

  const work = async (lane: Lane, jobs: Job[]): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined && performance.now() < endsAtMs; job = jobs.shift())
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const result = await lane.run(job.point, job.seed + (tries - 1) * 500_009, tries > 1)
        const again = result.recoveryMs === null && result.breaches.length === 0
        if (again) missed += 1
        if (again && tries < TRIES) continue
        results.push(result)
        options.ended?.(result)
        break
      }
  }

  const opened: Lane[] = []
  try {
    const working: Promise<void>[] = []
    for (const [at, engine] of engines.entries())
      for (const [way, mode] of modes.entries()) {
        const jobs = jobsOf(options, rounds, at * 2 + way)
        for (let count = 0; count < Math.min(lanes[mode], jobs.length); count += 1) {
          const knowledge = KNOWN[count % KNOWN.length] as LaneOptions['knowledge']
          const name = `${engine}-${mode}-${count}`
          const { limitMs } = options
          const lane = await Lane.open({ name, engine, mode, knowledge, limitMs }, ground)
          opened.push(lane)
          working.push(work(lane, jobs))
        }
      }
    await Promise.all(working)
    for (const lane of opened) swept.push(...(await lane.sweep()))
  } finally {
    await Promise.all(opened.map((lane) => lane.close()))
    const failed = swept.length > 0 || results.length === 0 || results.some(isFailed)
    await ground.close(failed)
  }
  const failed = swept.length > 0 || results.some(isFailed)
  return { results, swept, missed, folder: failed ? ground.folder : null }
}

/** Returns true if the run has a breach, was late, or never reached its failpoint. */
export const isFailed = ({ breaches, late, recoveryMs }: RunResult): boolean =>
  breaches.length > 0 || late || recoveryMs === null
