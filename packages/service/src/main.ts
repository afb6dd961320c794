// The process `tapboard-service`: arguments in, exit code out. A second signal of the same kind ends it at once.
import { readFileSync } from 'node:fs'
import { isEnvironmentError, withCurrentNames, withoutInjected, withSecretFiles } from '@tapboard/server'
import { stopSignal } from '@tapboard/server/node'
import { startTelemetry } from '@tapboard/server/sdk'
import { run } from './cli/run-command.ts'
import { readCommand } from './cli/read-command.ts'
import { RENAMED, SECRET_VARIABLES } from './cli/variables.ts'

function readProcess(): ReturnType<typeof readCommand> {
  try {
    const { environment, notice } = withCurrentNames(withoutInjected(process.env), RENAMED)
    const withFiles = withSecretFiles(environment, SECRET_VARIABLES, (path) => readFileSync(path, 'utf8'))
    const read = readCommand(process.argv.slice(2), withFiles)
    // The health check of a container would repeat the notice every few seconds.
    if (notice !== null && !(read.ok && read.command.name === 'health')) process.stderr.write(`${notice}\n`)
    return read
  } catch (error) {
    if (!isEnvironmentError(error)) throw error
    return { ok: false, message: error.message }
  }
}

const read = readProcess()
if (read.ok) {
  process.exitCode = await run(read.command, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    untilStopped: stopSignal,
    ...(process.stdout.isTTY ? { console: { colour: process.env['NO_COLOR'] === undefined } } : {}),
    startTelemetry: () => startTelemetry(process.env, 'tapboard-service'),
  })
} else {
  process.stderr.write(`${read.message}\n`)
  process.exitCode = 2
}
