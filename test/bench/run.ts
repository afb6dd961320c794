/**
 * `npm run bench [-- size startup typing approval telemetry] [--rounds 7] [--sales 30] …`: measures the project's promises
 * about size, start-up, memory, the time from approval to paint, and the cost of OpenTelemetry; `npm run load` measures crowds. These are figures, not
 * tests: a missed target is reported, and the exit code stays 0 without `--check`. `--peers folder` compares built pages of other projects, too.
 * `--no-wait` measures on a busy machine too, for trial runs.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Archive, machine, writeFinding, type BenchOptions, type Section } from './common/report.ts'
import { approval } from './approval/section.ts'
import { size } from './size/section.ts'
import { startup } from './startup/section.ts'
import { telemetry } from './telemetry/section.ts'
import { typingSection } from './typing/section.ts'

const SECTIONS: readonly Section[] = [size, startup, typingSection, approval, telemetry]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    'slow-rounds': { type: 'string', default: '15' },
    sales: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    peers: { type: 'string' },
    'no-wait': { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})

const count = (name: 'rounds' | 'slow-rounds' | 'sales' | 'seed'): number => {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1.`)
  return value
}

const options: BenchOptions = {
  rounds: count('rounds'),
  slowRounds: count('slow-rounds'),
  sales: count('sales'),
  seed: count('seed'),
  peers: values.peers,
  wait: !values['no-wait'],
  note: (text) => void process.stderr.write(`${text}\n`),
}

const unknown = positionals.find((name) => !SECTIONS.some((section) => section.name === name))
if (unknown !== undefined) {
  throw new Error(`"${unknown}" is no section. There are: ${SECTIONS.map(({ name }) => name).join(', ')}.`)
}

const startedAt = new Date()
const folder = fileURLToPath(new URL('../../node_modules/.cache/bench', import.meta.url))
const archive = new Archive(folder, startedAt)
const parts = [
  `# Benchmark of ${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  `${machine()}.`,
]
for (const section of SECTIONS) {
  if (positionals.length > 0 && !positionals.includes(section.name)) continue
  options.note(`${section.name} …`)
  const finding = await section.run(options)
  archive.add(section.name, finding, new Date())
  parts.push(writeFinding(section.name, finding))
  console.log(`${parts.at(-1)}\n`)
  if (values.check && finding.targets.some(({ held }) => !held)) process.exitCode = 1
}
options.note(`Summary: ${archive.summarise(`${parts.join('\n\n')}\n`)}`)
