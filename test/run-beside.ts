/**
 * `npm run beside -- WAITING,WAITING,… WORKING,WORKING,…`: scripts of package.json, two at a time. The first row mostly waits for
 * clocks, sockets and people; the second computes, gets what the first leaves of the processor, and is printed when all are done.
 * Where one fails, no further one begins.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { ROOT } from './support/spawned.ts'

const [waiting = [], working = []] = process.argv.slice(2).map((row) => row.split(','))

function start(script: string, stdio: 'inherit' | 'pipe'): ChildProcess {
  const child = spawn('npm', ['run', '-s', script], { cwd: ROOT, stdio, shell: process.platform === 'win32' })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  return child
}

let failed = 0

async function inTurn(scripts: readonly string[], begin: (script: string) => ChildProcess): Promise<void> {
  for (const script of scripts) {
    if (failed > 0) return
    const began = performance.now()
    const [code] = (await once(begin(script), 'close')) as [number | null]
    failed ||= code ?? 1
    console.log(`${script}: ${Math.round((performance.now() - began) / 1000)} s`)
  }
}

const said: Buffer[] = []

function startBelow(script: string): ChildProcess {
  const child = start(script, 'pipe')
  // Whatever it starts from now on gives way, too.
  if (child.pid !== undefined) setPriority(child.pid, 5)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => said.push(text))
  return child
}

await Promise.all([inTurn(waiting, (script) => start(script, 'inherit')), inTurn(working, startBelow)])
process.stdout.write(Buffer.concat(said))
process.exitCode = failed
