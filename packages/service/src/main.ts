// The process `tapboard-service`: arguments in, exit code out. A second signal of the same kind ends it at once.
import { stopSignal } from '@tapboard/server/node'
import { run } from './cli/run-command.ts'
import { readCommand } from './cli/read-command.ts'

const read = readCommand(process.argv.slice(2), process.env)
if (read.ok) {
  process.exitCode = await run(read.command, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    untilStopped: stopSignal,
  })
} else {
  process.stderr.write(`${read.message}\n`)
  process.exitCode = 2
}
