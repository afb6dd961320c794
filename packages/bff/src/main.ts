// Entry of the process `tapboard-bff`: the only file that touches process.
import { readFileSync } from 'node:fs'
import { stopSignal } from '@tapboard/server/node'
import { runCli } from './cli.ts'
import { withDotEnv } from './app/dot-env.ts'

const args = process.argv.slice(2)

// Only the server drains on a signal; `audit` and `health` only read and end at once.
const stopped = ['audit', 'health'].includes(args[0] ?? '') ? new Promise<void>(() => {}) : stopSignal()

const readText = (path: string): string => readFileSync(path, 'utf8')

process.exitCode = await runCli({
  args,
  environment: withDotEnv(process.env, readText),
  readText,
  fetch,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  ...(process.stdout.isTTY ? { terminal: { colour: process.env['NO_COLOR'] === undefined } } : {}),
  stopped,
})
