// Entry of the process `tapboard`: the only file of it that touches process.
import { randomBytes } from 'node:crypto'
import { constants, fchmodSync, fstatSync, readFileSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { openStore } from '@tapboard/store'
import { runTapboard } from './app/doctor/cli.ts'
import { withDotEnv } from './app/dot-env.ts'
import { createTransport } from './upstream/transport/transport.ts'

const readText = (path: string): string => readFileSync(path, 'utf8')

async function look(path: string): Promise<'file' | 'writable' | 'nothing'> {
  try {
    if (!(await stat(path)).isDirectory()) return 'file'
    await access(path, constants.W_OK)
    return 'writable'
  } catch {
    return 'nothing'
  }
}

/** A shell opens the file of `> .env` with the rights of its umask: often readable by everyone. */
function keepOutputPrivate(): void {
  try {
    if (fstatSync(process.stdout.fd).isFile()) fchmodSync(process.stdout.fd, 0o600)
  } catch {
    // A file of another user, or without rights: its owner decides.
  }
}

/** Name of the system's user; its ID in a container that has no name for it. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

process.exitCode = await runTapboard({
  user: userName(),
  args: process.argv.slice(2),
  environment: withDotEnv(process.env, readText),
  readText,
  nodeVersion: process.versions.node,
  print: (line) => void process.stdout.write(`${line}\n`),
  keepOutputPrivate,
  printError: (line) => void process.stderr.write(`${line}\n`),
  randomText: (length) => randomBytes(length).toString('base64url').slice(0, length),
  now: Date.now,
  fetch,
  look,
  openStore,
  openTransport: createTransport,
})
