// The process `tapboard-service`: arguments in, exit code out. A second signal of the same kind ends it at once.
import { readFileSync } from 'node:fs'
import { isSecretFileError, withSecretFiles } from '@tapboard/server'
import { stopSignal } from '@tapboard/server/node'
import { run } from './cli/run-command.ts'
import { readCommand } from './cli/read-command.ts'
import { SECRET_VARIABLES } from './cli/variables.ts'

function readProcess(): ReturnType<typeof readCommand> {
  try {
    const environment = withSecretFiles(process.env, SECRET_VARIABLES, (path) => readFileSync(path, 'utf8'))
    return readCommand(process.argv.slice(2), environment)
  } catch (error) {
    if (!isSecretFileError(error)) throw error
    return { ok: false, message: error.message }
  }
}

const read = readProcess()
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
