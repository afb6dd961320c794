// The developer's own app as a child process: without a shell, so that it starts and ends alike on every system.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program and its arguments. */
export type Program = readonly [file: string, ...args: string[]]

/** Looks up the script of an installed package's command; `null` if none has it. */
type FindScript = (command: string) => string | null

/** The script that npm's file for Windows starts, such as that of `ng` in the package `@angular/cli`. */
function shimmedScript(folder: string, command: string): string | null {
  const bin = join(folder, 'node_modules', '.bin')
  const shim = join(bin, `${command}.cmd`)
  if (!existsSync(shim)) return null
  const path = /"%dp0%\\([^"]+)"\s+%\*/.exec(readFileSync(shim, 'utf8'))?.[1]
  return path === undefined ? null : join(bin, path.replaceAll('\\', '/'))
}

/** The script of the package in `node_modules` that is named like its command, such as `vite` or `next`, or has such a command. */
export function installedScript(folder: string, command: string): string | null {
  if (!/^[\w-]+$/.test(command)) return null
  const home = join(folder, 'node_modules', command)
  const manifest = join(home, 'package.json')
  if (!existsSync(manifest)) return shimmedScript(folder, command)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: string | Record<string, string> }
  const script = typeof bin === 'string' ? bin : bin?.[command]
  return script === undefined ? null : join(home, script)
}

/** The script of a package manager, from that of the one that started this process. */
function managerScript(command: string, running: string): string | null {
  const [, name] = /[\\/](npm|pnpm|yarn)[^\\/]*\.c?js$/.exec(running) ?? []
  if (command === name) return running
  return command === 'npx' && name === 'npm' ? running.replace(/npm-cli\.js$/, 'npx-cli.js') : null
}

/** What the program of a command depends on. */
interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly find: FindScript
  /** The script of the package manager that started this process (`npm_execpath`). */
  readonly manager?: string | undefined
}

/** The program of a command. Windows runs no scripts without a shell, not even `npm`, and has no `python3`. */
export function programOf(
  [command = '', ...args]: readonly string[],
  { platform, find, manager = '' }: Surroundings,
): Program {
  if (command === 'node') return [process.execPath, ...args]
  const script = /\.[cm]?js$/.test(command) ? command : find(command)
  if (script !== null) return [process.execPath, script, ...args]
  if (platform !== 'win32') return [command, ...args]
  const ofManager = managerScript(command, manager)
  if (ofManager !== null) return [process.execPath, ofManager, ...args]
  return [command === 'python3' ? 'python' : command, ...args]
}

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
  platform: NodeJS.Platform = process.platform,
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
      // On Windows `kill` ends a process at once. There Ctrl-C has reached the app, too, and it ends by itself.
      if (platform !== 'win32') child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended.catch(() => undefined)
      clearTimeout(timer)
    },
  }
}
