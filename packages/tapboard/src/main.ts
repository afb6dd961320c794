// Entry of the process `tapboard dev`: the only file that touches process.
import { randomBytes } from 'node:crypto'
import { stopSignal } from '@tapboard/server/node'
import { runDev } from './dev.ts'
import { openFiles } from './files.ts'

process.exitCode = await runDev({
  args: process.argv.slice(3),
  environment: process.env,
  platform: process.platform,
  files: openFiles(process.cwd()),
  random: (length) => randomBytes(length).toString('base64url').slice(0, length),
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
  now: Date.now,
  stopped: stopSignal(),
})
