// Entry of the process `tapboard-bff`: the only file that touches process.
import { readFileSync } from 'node:fs'
import { runCli } from './cli.ts'
import { withDotEnv } from './dot-env.ts'

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})

const readText = (path: string): string => readFileSync(path, 'utf8')

process.exitCode = await runCli({
  args: process.argv.slice(2),
  environment: withDotEnv(process.env, readText),
  readText,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  stopped,
})
