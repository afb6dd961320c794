// Carries out commands of `tapboard-service` in the process of a test.
import assert from 'node:assert/strict'
import { readCommand } from '../cli/read-command.ts'
import { run } from '../cli/run-command.ts'

/** The exit code and the output of a command. */
interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Carries out a command line; a server stops after `served`, which gets the output until then. */
export async function carryOut(
  line: string | readonly string[],
  served: (out: string) => Promise<void> = async () => {},
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const result = readCommand(
    typeof line === 'string' ? line.split(' ').filter(Boolean) : [...line],
    environment,
  )
  assert.ok(result.ok, String(line))
  let [out, err] = ['', '']
  const code = await run(result.command, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    untilStopped: () => served(out),
  })
  return { code, out, err }
}
