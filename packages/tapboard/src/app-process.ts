// The developer's own app as a child process: without a shell, so that it starts and ends alike on every system.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program and its arguments. */
export type Program = readonly [file: string, ...args: string[]]

/** Looks up the script of an installed package's command; `null` if none has it. */
type FindScript = (command: string) => string | null

/** The script of the package in `node_modules` that is named like its command, such as `vite` or `next`. */
export function installedScript(folder: string, command: string): string | null {
  const home = join(folder, 'node_modules', command)
  const manifest = join(home, 'package.json')
  if (!/^[\w-]+$/.test(command) || !existsSync(manifest)) return null
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: string | Record<string, string> }
  const script = typeof bin === 'string' ? bin : bin?.[command]
  return script === undefined ? null : join(home, script)
}

/** The program of a command. Windows runs no scripts without a shell, and has no `python3`. */
export function programOf(
  [command = '', ...args]: readonly string[],
  platform: NodeJS.Platform,
  find: FindScript,
): Program {
  if (command === 'node') return [process.execPath, ...args]
  const script = /\.[cm]?js$/.test(command) ? command : find(command)
  if (script !== null) return [process.execPath, script, ...args]
  return [platform === 'win32' && command === 'python3' ? 'python' : command, ...args]
}

/** A running app. */
export interface App {
  /** Resolves with its exit code when it is gone. */
  readonly ended: Promise<number>
  /** Asks it to end; after five seconds it is killed. */
  stop(): Promise<void>
}

const STOP_MS = 5_000

const codeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 0)))
  })

/** Starts an app in a folder; its output goes to the same console. */
export function startApp(
  [file, ...args]: Program,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): App {
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...environment },
    stdio: 'inherit',
    windowsHide: true,
  })
  const ended = codeOf(child)
  return {
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended.catch(() => undefined)
      clearTimeout(timer)
    },
  }
}
