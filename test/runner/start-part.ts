/** Runs a part of the tests in a process of its own and reads its report. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT, untilEnded } from '../kit/process.ts'
import { commandOf } from './command-of.ts'
import { REPORT_ENV, type PartReport } from './report.ts'

/** How a part is run. */
export interface PartOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Runs at a lower priority and prints its output at the end. */
  readonly computing?: boolean
}

const LOW_PRIORITY = 10
/** For a part without a report, its last lines explain the failure. */
const LAST_LINES = 60

const lastLines = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks).toString().trimEnd().split('\n').slice(-LAST_LINES).join('\n')

/** The result of a part without tests, or of one that ended before its report. */
const withoutReport = (part: string, code: number, seconds: number, printed: string): PartReport => ({
  part,
  passed: 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
  seconds,
  failures: code === 0 ? [] : [{ file: part, title: `exit code ${code}`, error: printed }],
})

function reportOf(file: string, part: string, code: number, seconds: number, printed: string): PartReport {
  if (!existsSync(file)) return withoutReport(part, code, seconds, printed)
  const report = JSON.parse(readFileSync(file, 'utf8')) as PartReport
  if (code === 0 || report.failed > 0) return { ...report, seconds }
  // It reported success and failed afterwards, for example while it stopped a server.
  const { failed, failures } = withoutReport(part, code, seconds, printed)
  return { ...report, failed, failures, seconds }
}

/** Runs the part and forwards its output. */
export async function startPart(part: string, how: PartOptions = {}): Promise<PartReport> {
  const began = performance.now()
  const folder = mkdtempSync(path.join(tmpdir(), 'tapboard-report-'))
  const file = path.join(folder, 'report.json')
  const [program, ...args] = commandOf(part)
  const child = spawn(program, [...args, ...(how.args ?? [])], {
    cwd: ROOT,
    env: { ...process.env, ...how.env, [REPORT_ENV]: file },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  // Processes that it starts inherit the priority.
  if (how.computing && child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed.push(chunk)
      if (!how.computing) process.stdout.write(chunk)
    })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  try {
    const ended = await untilEnded(child)
    const code = typeof ended === 'number' ? ended : 1
    if (how.computing) process.stdout.write(Buffer.concat(printed))
    return reportOf(file, part, code, (performance.now() - began) / 1000, lastLines(printed))
  } finally {
    process.off('SIGINT', pass).off('SIGTERM', pass)
    rmSync(folder, { recursive: true, force: true })
  }
}
