/**
 * `npm run test:full [-- --only NAME,NAME] [--seed N] [--list] [--record]`: the tests that are too long for `npm test`, one part
 * after another. A failing part does not stop the others. Parts with randomness get the seed; it is new for each run and printed.
 * `--record` writes the results into a page of the documentation. The output of each part is kept in `node_modules/.cache/full`.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { machine } from '../bench/common/report.ts'
import { ROOT } from '../kit/process.ts'
import { PARTS, type Part } from './parts.ts'
import { closingLine, figuresOf, recorded, writeResults, type Result } from './report.ts'

const FOLDER = path.join(ROOT, 'node_modules/.cache/full')
const RESULTS = path.join(ROOT, 'demo/docs/pages/results.md')
const LOOK_EVERY_MS = 5_000

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
    list: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})

function chosen(names: readonly string[]): readonly Part[] {
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name))
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is no part. There are: ${PARTS.map(({ name }) => name).join(', ')}.`)
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name))
}

function seedOf(text: string | undefined): number {
  const seed = text === undefined ? randomInt(1, 2 ** 30) : Number(text)
  if (!Number.isSafeInteger(seed) || seed < 1) throw new Error('--seed must be a whole number from 1.')
  return seed
}

/** Runs one part; its output is printed and kept. */
async function run(part: Part, seed: number): Promise<Result> {
  const [script, ...args] = part.command(seed)
  const beganMs = performance.now()
  const loads: number[] = []
  const looking = setInterval(() => loads.push(loadavg()[0] ?? 0), LOOK_EVERY_MS)
  const log = createWriteStream(path.join(FOLDER, `${part.name}.log`))
  let output = ''
  const child = spawn('npm', ['run', '-s', script, '--', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...part.env, TAPBOARD_SEED: String(seed) },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  for (const [stream, out] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    stream.on('data', (text: Buffer) => {
      out.write(text)
      log.write(text)
      output += text.toString()
    })
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (ended) => resolve(ended ?? 1))
  })
  clearInterval(looking)
  log.end()
  process.off('SIGINT', pass).off('SIGTERM', pass)
  return {
    name: part.name,
    ok: code === 0,
    figures: figuresOf(part, output),
    seconds: (performance.now() - beganMs) / 1000,
    load: loads.length > 0 ? loads.reduce((sum, load) => sum + load, 0) / loads.length : (loadavg()[0] ?? 0),
  }
}

const parts = chosen((values.only ?? []).flatMap((names) => names.split(',')))
if (values.list) {
  for (const { name, shows, promises } of parts)
    console.log(`${name.padEnd(14)} ${shows}${promises.length > 0 ? `: ${promises.join(' ')}` : ''}`)
} else {
  const seed = seedOf(values.seed)
  mkdirSync(FOLDER, { recursive: true })
  const results: Result[] = []
  let stopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopped = true))
  for (const part of parts) {
    if (stopped) break
    console.log(`\n— ${part.name}: ${part.shows} (seed ${seed})`)
    const result = await run(part, seed)
    results.push(result)
    if (!result.ok) console.log(`Run it again: npm run test:full -- --only ${part.name} --seed ${seed}`)
  }
  const date = new Date().toISOString().slice(0, 10)
  console.log(`\n${date}, ${machine()}\n\n${writeResults(parts, results, date)}\n`)
  if (values.record)
    writeFileSync(
      RESULTS,
      recorded(readFileSync(RESULTS, 'utf8'), PARTS, results, { date, machine: machine() }),
    )
  console.log(closingLine(results, seed))
  if (stopped || results.some(({ ok }) => !ok)) process.exitCode = 1
}
