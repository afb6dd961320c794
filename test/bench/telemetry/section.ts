// The cost of OpenTelemetry: time of a start, and processor time of a sale in BFF and service, without it and with traces and metrics
// exported to a receiver on loopback. Both fleets run at once and sell in turns.
import { createServer } from 'node:http'
import { openFleet, type Fleet } from '../../kit/fleet.ts'
import { listen } from '../../kit/sockets.ts'
import { shoppers } from '../../load/generator/spawn.ts'
import { median } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Finding, Section } from '../common/report.ts'

const MODES = ['off', 'on'] as const
type Mode = (typeof MODES)[number]

const ROUNDS = 4
const SECONDS = 5
const SALES_PER_SECOND = 10
/** Processor time of a sale with all traces exported, as a ratio to none. */
const ON_RATIO_MAX = 1.3

/** All shoppers belong to one merchant, whose default is one token a second. */
const LIMITS = { TAPBOARD_LIMITS: JSON.stringify({ mint: { count: 1_000, windowSeconds: 1 } }) }

interface Outcome {
  /** Median of the starts, ms. */
  readonly start: number
  /** Processor time of the BFF for one sale, ms. */
  readonly processor: number
  readonly failed: number
}

/** A collector that reads and discards. */
async function openSink(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200).end())
  })
  const url = await listen(server)
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url, close }
}

/** Processor time that the BFF has used, ms. */
async function processorMs(fleet: Fleet): Promise<number> {
  const text = await (await fetch(fleet.bffs[0]?.metricsUrl ?? '')).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1_000
}

async function measure(fleet: Fleet, prefix: string): Promise<Outcome> {
  const { bffUrl, bffs, merchants, origin } = fleet
  const askUrl = bffs[0]?.running.url ?? ''
  const plan = { askUrl, publicUrl: bffUrl, origin, merchants, prefix, seconds: SECONDS }
  const before = await processorMs(fleet)
  const seen = await shoppers({ ...plan, perSecond: SALES_PER_SECOND })
  const used = (await processorMs(fleet)) - before
  return { start: seen.start.p50, processor: used / seen.sent, failed: seen.sent - seen.approved }
}

/** Sells in turns; the first run of each mode warms up. */
async function sell(
  options: BenchOptions,
  fleets: Readonly<Record<Mode, Fleet>>,
): Promise<ReadonlyMap<Mode, Outcome[]>> {
  const chance = seeded(options.seed)
  const outcomes = new Map<Mode, Outcome[]>(MODES.map((mode) => [mode, []]))
  for (const mode of MODES) await measure(fleets[mode], `warm-${mode}`)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const mode of shuffled(MODES, chance)) {
      const { value, foreign } = await gated(options, () => measure(fleets[mode], `run-${round}`))
      outcomes.get(mode)?.push(value)
      options.note(
        `  round ${round + 1}/${ROUNDS} ${mode}: start p50 ${value.start.toFixed(1)} ms, ` +
          `${value.processor.toFixed(1)} ms of processor a sale, others ${(foreign * 100).toFixed(0)} %`,
      )
    }
  return outcomes
}

async function run(options: BenchOptions): Promise<Finding> {
  const size = { bffs: 1, services: 1, merchants: 1, devicesEach: 60 }
  const sink = await openSink()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, TAPBOARD_UPSTREAM_TRACEPARENT: 'true' }
  const fleets: Record<Mode, Fleet> = {
    off: await openFleet({ ...size, environment: LIMITS }),
    on: await openFleet({ ...size, environment: { ...LIMITS, ...traced }, serviceEnvironment: traced }),
  }
  try {
    const outcomes = await sell(options, fleets)
    const of = (mode: Mode, figure: (outcome: Outcome) => number): number =>
      median((outcomes.get(mode) ?? []).map(figure))
    const start = (mode: Mode): number => of(mode, (outcome) => outcome.start)
    const processor = (mode: Mode): number => of(mode, (outcome) => outcome.processor)
    const ratio = processor('on') / processor('off')
    return {
      method:
        `Service and BFF as processes, ${SALES_PER_SECOND} sales a second for ${SECONDS} s (token, checkout, start, stream), ` +
        `embedded stores. "On" exports all traces, and metrics, from both processes. Medians of ${ROUNDS} rounds in an order of chance ` +
        `(seed ${options.seed}).`,
      tables: [
        {
          title: 'OpenTelemetry',
          head: ['', 'start p50, ms', "BFF's processor time of a sale, ms", 'sales not approved'],
          rows: MODES.map((mode) => [
            mode,
            start(mode).toFixed(1),
            processor(mode).toFixed(1),
            `${(outcomes.get(mode) ?? []).reduce((sum, { failed }) => sum + failed, 0)}`,
          ]),
        },
      ],
      targets: [
        {
          what: "the BFF's processor time of a sale with OpenTelemetry, as a ratio to none",
          limit: `at most ${ON_RATIO_MAX}`,
          measured: ratio.toFixed(2),
          held: ratio <= ON_RATIO_MAX,
        },
      ],
      raw: Object.fromEntries(outcomes),
    }
  } finally {
    await Promise.all(MODES.map((mode) => fleets[mode].close()))
    sink.close()
  }
}

export const telemetry: Section = { name: 'telemetry', run }
