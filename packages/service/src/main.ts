// The process `tapboard-service`. A second signal of the same kind ends it at once.
import { readFileSync } from 'node:fs'
import { stopSignal } from '@tapboard/server/node'
import { startTelemetry } from '@tapboard/server/sdk'
import { runProgram } from './cli/program.ts'

process.exitCode = await runProgram({
  args: process.argv.slice(2),
  environment: process.env,
  readText: (path) => readFileSync(path, 'utf8'),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  untilStopped: stopSignal,
  ...(process.stdout.isTTY ? { console: { colour: process.env['NO_COLOR'] === undefined } } : {}),
  startTelemetry: () => startTelemetry(process.env, 'tapboard-service'),
})
