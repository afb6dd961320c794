// Entry of the process `tapboard-bff`: the only file that touches process.
import { runCli } from './cli.ts'

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})

process.exitCode = await runCli({
  args: process.argv.slice(2),
  environment: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  stopped,
})
