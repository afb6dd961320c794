// Entry of the process `tapboard-bff`: the only file that touches process.
import { readFileSync } from 'node:fs'
import { runCli } from './cli.ts'

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})

process.exitCode = await runCli({
  args: process.argv.slice(2),
  environment: process.env,
  readText: (path) => readFileSync(path, 'utf8'),
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  stopped,
})
