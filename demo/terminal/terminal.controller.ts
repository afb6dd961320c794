// Runs the machine's effects: socket, timers, stored key. One machine per element; disconnecting the element
// stops everything.
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ToTerminal } from '@tapboard/contract'
import { createChannel, type Channel, type OpenSocket } from './channel.ts'
import {
  reduce,
  switchedOff,
  type Effect,
  type Terminal,
  type TerminalEvent,
  type TimerName,
} from './machine.ts'
import { browserMemory, type TerminalMemory } from './memory.ts'

/** Fetches a one-time pairing code for a serial number; rejects with a sentence for the user. */
export type GetPairingCode = (serial: string) => Promise<string>

/** The element's interface for the controller. */
export interface TerminalSource extends ReactiveControllerHost {
  readonly serial: string
  readonly serviceUrl: string
  readonly getPairingCode: GetPairingCode | undefined
  readonly openSocket: OpenSocket | undefined
  /** Called after each change of state. */
  terminalChanged(terminal: Terminal, before: Terminal): void
}

/** Runs the terminal of one element. */
export class TerminalController implements ReactiveController {
  terminal: Terminal
  /** End of the newest prompt on the page's monotonic clock. */
  promptEndsAtMs = 0
  readonly #host: TerminalSource
  readonly #memory: TerminalMemory = browserMemory(() => localStorage)
  readonly #timers = new Map<TimerName, ReturnType<typeof setTimeout>>()
  #channel: Channel | null = null
  #run = 0
  #tick: ReturnType<typeof setInterval> | undefined

  constructor(host: TerminalSource) {
    this.#host = host
    this.terminal = switchedOff('', null, false)
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#shutDown()
    globalThis.removeEventListener('online', this.#networkReturned)
  }

  /** Boots a terminal with the element's serial number and service. */
  restart(): void {
    this.#shutDown()
    const { serial, serviceUrl, getPairingCode, openSocket } = this.#host
    if (serial === '' || serviceUrl === '') return
    this.terminal = switchedOff(serial, this.#memory.read(serial), getPairingCode !== undefined)
    const run = this.#run
    const current = (event: TerminalEvent): void => {
      if (run === this.#run) this.tell(event)
    }
    const listener = {
      opened: () => current({ type: 'socket_opened' }),
      handleMessage: (message: ToTerminal) => current({ type: 'message_received', message }),
      lost: () => current({ type: 'socket_lost' }),
    }
    this.#channel = createChannel(serviceUrl, listener, openSocket)
    globalThis.addEventListener('online', this.#networkReturned)
    this.#tick = setInterval(() => {
      if (this.terminal.screen.kind === 'prompt') this.#host.requestUpdate()
    }, 1000)
    this.tell({ type: 'switched_on' })
  }

  /** Dispatches an event to the machine and runs its effects. */
  tell(event: TerminalEvent): void {
    const before = this.terminal
    const [next, effects] = reduce(before, event)
    this.terminal = next
    if (event.type === 'message_received' && event.message.type === 'prompt')
      this.promptEndsAtMs = performance.now() + event.message.remainingMs
    for (const effect of effects) this.#perform(effect)
    if (next !== before) this.#host.terminalChanged(next, before)
    this.#host.requestUpdate()
  }

  readonly #networkReturned = (): void => this.tell({ type: 'network_returned' })

  #perform(effect: Effect): void {
    switch (effect.do) {
      case 'open':
        return this.#channel?.open()
      case 'close':
        return this.#channel?.close()
      case 'say':
        return this.#channel?.say(effect.message)
      case 'beat':
        return this.#channel?.beat(effect.seconds)
      case 'remember_key':
        return this.#memory.write(this.terminal.serial, effect.terminalKey)
      case 'forget_key':
        return this.#memory.clear(this.terminal.serial)
      case 'fetch_code':
        return void this.#fetchCode()
      case 'wait': {
        const { timer } = effect
        clearTimeout(this.#timers.get(timer))
        this.#timers.set(
          timer,
          setTimeout(() => this.tell({ type: 'timer_fired', timer }), effect.ms),
        )
        return
      }
      case 'stop':
        clearTimeout(this.#timers.get(effect.timer))
        this.#timers.delete(effect.timer)
    }
  }

  async #fetchCode(): Promise<void> {
    const run = this.#run
    const event = await this.#host.getPairingCode?.(this.terminal.serial).then(
      (code): TerminalEvent => ({ type: 'code_given', code }),
      (error: unknown): TerminalEvent => ({
        type: 'code_missing',
        message: error instanceof Error ? error.message : 'The pairing code could not be fetched.',
      }),
    )
    if (event !== undefined && run === this.#run) this.tell(event)
  }

  #shutDown(): void {
    this.#run += 1
    this.#channel?.close()
    this.#channel = null
    clearInterval(this.#tick)
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
