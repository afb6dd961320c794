// Entry of the process `tapboard-bff`: the only file that touches process.
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { stopSignal } from '@tapboard/server/node'
import { runCli } from './cli.ts'
import { withDotEnv } from './app/dot-env.ts'

const args = process.argv.slice(2)

// Only the server drains on a signal; `audit` and `health` only read and end at once.
const serves = !['audit', 'health'].includes(args[0] ?? '')
const stopped = serves ? stopSignal() : new Promise<void>(() => {})

const readText = (path: string): string => readFileSync(path, 'utf8')

/** Differs after each change of the file behind a path. */
async function fileVersion(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return 'unreadable'
  }
}

const hangups = new Set<() => void>()

// In a terminal, SIGHUP says that the terminal was closed, and ends the process. The listener is there from the beginning, so that a
// reload during the start does not end the process.
if (serves && !process.stdout.isTTY)
  process.on('SIGHUP', () => {
    for (const listener of hangups) listener()
  })

function onHangup(listener: () => void): () => void {
  hangups.add(listener)
  return () => void hangups.delete(listener)
}

process.exitCode = await runCli({
  args,
  environment: withDotEnv(process.env, readText),
  readText,
  fetch,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  ...(process.stdout.isTTY ? { terminal: { colour: process.env['NO_COLOR'] === undefined } } : {}),
  stopped,
  reload: { onHangup, fileVersion },
})
