/**
 * `npm run beside -- WAITING WORKING…`: scripts of package.json at once, one that mostly waits for clocks, sockets and
 * people, and beside it, in turn, those that compute. These get what the first leaves of the processor; what they say is printed
 * when all are done.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { ROOT } from './support/spawned.ts'

const [waiting = '', ...working] = process.argv.slice(2)

function start(script: string, stdio: 'inherit' | 'pipe'): ChildProcess {
  const child = spawn('npm', ['run', '-s', script], { cwd: ROOT, stdio, shell: process.platform === 'win32' })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  return child
}

async function codeOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

const said: Buffer[] = []

async function inTurn(): Promise<number> {
  for (const script of working) {
    const child = start(script, 'pipe')
    // Whatever it starts from now on gives way, too.
    if (child.pid !== undefined) setPriority(child.pid, 10)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => said.push(text))
    const code = await codeOf(child)
    if (code !== 0) return code
  }
  return 0
}

const [first, others] = await Promise.all([codeOf(start(waiting, 'inherit')), inTurn()])
process.stdout.write(Buffer.concat(said))
process.exitCode = first || others
