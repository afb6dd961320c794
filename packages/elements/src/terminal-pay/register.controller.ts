// Registers a terminal with a `setup` token (§1.4 steps 2 and 3) and waits until it is CONNECTED. How it looks,
// `register.view.ts` decides.
import { DeviceView, RegisteredDevice } from '@tapboard/contract'
import type { ReactiveController } from 'lit'
import { pause } from '../shared/wake.ts'
import type { TerminalPayController, TerminalPayHost } from './terminal-pay.controller.ts'

/** Often enough that the person sees the terminal come, rarely enough for the upstream's advice (D-15). */
const LOOK_MS = 2_000

/** See the head of this file. */
export class RegisterController implements ReactiveController {
  open = false
  busy = false
  /** Keys of `fieldErrors` by field; `form` holds a fault code. */
  errors: Readonly<Record<string, string>> = {}
  device: DeviceView | null = null
  /** One-time code that pairs the terminal (D-28). */
  pairingCode: string | null = null
  readonly #host: TerminalPayHost
  readonly #pay: TerminalPayController
  #run = new AbortController()

  constructor(host: TerminalPayHost, pay: TerminalPayController) {
    this.#host = host
    this.#pay = pay
    host.addController(this)
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.show(false)
    })
  }

  /** Opens an empty form, or closes it and everything it waited for. */
  show(open: boolean): void {
    this.#run.abort()
    Object.assign(this, { open, busy: false, errors: {}, device: null, pairingCode: null })
    this.#host.requestUpdate()
  }

  /** Sends the form. */
  async submit(form: FormData): Promise<void> {
    const { signal } = (this.#run = new AbortController())
    this.busy = true
    this.errors = {}
    this.#host.requestUpdate()
    const body = Object.fromEntries(
      [...form].map(([key, value]) => [key, typeof value === 'string' ? value.trim() : '']),
    )
    const ask = { kind: 'setup', method: 'POST', path: '/v1/devices', body, signal } as const
    const answer = await this.#pay.client().ask(RegisteredDevice, ask)
    if (signal.aborted) return
    this.busy = false
    if (answer.ok) ({ device: this.device, pairingCode: this.pairingCode } = answer.value!)
    else if (answer.code === 'device-exists') this.errors = { serial: 'taken' }
    else if (answer.issues?.length)
      this.errors = Object.fromEntries(answer.issues.map(({ path }) => [path, path]))
    else this.errors = { form: answer.code }
    this.#host.requestUpdate()
    while (this.device && this.device.status !== 'CONNECTED' && !signal.aborted) {
      await pause(LOOK_MS, signal)
      const seen = await this.#pay
        .client()
        .ask(DeviceView, { kind: 'setup', path: '/v1/devices/{id}', id: this.device.id, signal })
      if (!seen.ok || signal.aborted) continue
      this.device = seen.value
      this.#host.requestUpdate()
    }
    if (this.device && !signal.aborted) await this.#pay.load()
  }
}
