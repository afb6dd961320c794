// The parent's handle of a BFF process that is killed and restarted on the same store.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import path from 'node:path'
import { COMPILED, programOf, ROOT, SOURCE_ARGUMENTS } from '../kit/process.ts'
import type { Armed, FromBff, StartOptions, ToBff } from './messages.ts'

const PROGRAM = path.resolve(ROOT, programOf('test/crash/bff-process.ts'))
const START_MS = 60_000
const STARTS_MAX = 5

/** One instance over all its restarts. */
export class Instance {
  readonly name: string
  readonly #options: StartOptions
  readonly #logFile: string
  #child: ChildProcess | null = null
  #url = ''
  #heard: ((message: FromBff) => void)[] = []

  constructor(name: string, options: StartOptions, logFile: string) {
    this.name = name
    this.#options = { ...options, instance: name }
    this.#logFile = logFile
  }

  /** Address of the current process. */
  get url(): string {
    return this.#url
  }

  /** Whether it runs, be it stopped or not. */
  get alive(): boolean {
    return this.#child !== null
  }

  /** Starts the process like a supervisor, with a retry if its store did not answer in time. Resolves when it answers. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await this.#begin()
      } catch (error) {
        await this.kill()
        if (tries >= STARTS_MAX) throw error
      }
  }

  async #begin(): Promise<void> {
    const log = openSync(this.#logFile, 'a')
    const child = fork(PROGRAM, [], {
      execArgv: [...SOURCE_ARGUMENTS],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: COMPILED,
        CRASH_BFF: JSON.stringify(this.#options),
      },
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    this.#child = child
    this.#heard = []
    // It ends itself when this process is gone.
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    child.on('message', (message: FromBff) => {
      for (const hear of this.#heard) hear(message)
    })
    const ready = await Promise.race([
      this.hears('ready', START_MS),
      once(child, 'exit').then(([code]) => {
        throw new Error(`${this.name} ended with ${String(code)} instead of starting; see its log.`)
      }),
    ])
    this.#url = ready.url
  }

  /** The next message of a type. */
  hears<Type extends FromBff['type']>(
    type: Type,
    limitMs: number,
  ): Promise<Extract<FromBff, { type: Type }>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#heard = this.#heard.filter((one) => one !== hear)
        reject(new Error(`${this.name} did not say "${type}" within ${limitMs} ms`))
      }, limitMs)
      const hear = (message: FromBff): void => {
        if (message.type !== type) return
        clearTimeout(timer)
        this.#heard = this.#heard.filter((one) => one !== hear)
        resolve(message as Extract<FromBff, { type: Type }>)
      }
      this.#heard.push(hear)
    })
  }

  /** Arms a failpoint, or none. */
  async arm(armed: Armed | null): Promise<void> {
    const heard = this.hears('armed', START_MS)
    this.#say({ type: 'arm', armed })
    await heard
  }

  /** Asks it to stop as a restart does. */
  drain(): void {
    this.#say({ type: 'drain' })
  }

  /** Resolves when the process is gone, with the signal that ended it (`null`: it ended by itself). */
  async gone(): Promise<NodeJS.Signals | null> {
    const child = this.#child
    if (child === null) return null
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal
  }

  /** `kill -9`; resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.#child === null) return
    const gone = this.gone()
    this.#child?.kill('SIGKILL')
    await gone
  }

  #say(message: ToBff): void {
    // A dying process cannot receive a message; the `exit` listener handles its end.
    this.#child?.send(message, () => {})
  }
}
