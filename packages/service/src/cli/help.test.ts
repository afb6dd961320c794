// The exit code of a call without a command.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProgram } from './program.ts'
import { USAGE } from './usage.ts'

test('the help ends with 0 if it is asked for, and with 2 without a command, as that of tapboard', async () => {
  for (const [args, code] of [
    [[], 2],
    [['help'], 0],
    [['--help'], 0],
  ] as const) {
    let text = ''
    const out = (more: string): void => void (text += more)
    const ports = { args, environment: {}, readText: () => '', err: () => {}, untilStopped: async () => {} }
    assert.equal(await runProgram({ ...ports, out, startTelemetry: async () => null }), code, args.join(' '))
    assert.equal(text, USAGE)
  }
})
