// Registers a terminal with a `setup` token (§1.4 steps 2 and 3) and waits until it is CONNECTED. How it looks,
// `register.view.ts` decides.
import { DeviceView, RegisteredDevice } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'
import { pause } from '../shared/wake.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'

/** Often enough that the person sees the terminal come, rarely enough for the upstream's advice (D-15). */
const LOOK_MS = 2_000

/** What the form shows. */
export interface Registering {
  readonly busy?: boolean
  /** Why the BFF refused. */
  readonly code?: FaultCode
  /** Names of the fields that are wrong. */
  readonly wrong?: readonly string[]
  readonly device?: DeviceView
  /** One-time code that pairs the terminal (D-28). */
  readonly pairingCode?: string | null
}

/** See the head of this file. */
export class RegisterController {
  /** `null` while the form is closed. */
  form: Registering | null = null
  readonly #pay: TerminalPayController

  constructor(pay: TerminalPayController) {
    this.#pay = pay
  }

  /** Shows the form in this state, or closes it with everything it waited for. */
  show(form: Registering | null): AbortSignal {
    this.form = form
    this.#pay.redraw()
    return this.#pay.run('register')
  }

  /** Sends the form. */
  async submit(fields: FormData): Promise<void> {
    const signal = this.show({ busy: true })
    const body = Object.fromEntries(fields)
    const client = this.#pay.client()
    const ask = { kind: 'setup', signal } as const
    const answer = await client.ask(RegisteredDevice, { ...ask, method: 'POST', path: '/v1/devices', body })
    if (signal.aborted) return
    if (answer.ok) return this.#await(answer.value!)
    this.show({ code: answer.code, wrong: answer.issues?.map(({ path }) => path) ?? [] })
  }

  async #await(registered: RegisteredDevice): Promise<void> {
    let { device } = registered
    for (;;) {
      const signal = this.show({ ...registered, device })
      if (device.status === 'CONNECTED') return this.#pay.load()
      await pause(LOOK_MS, signal)
      const ask = { kind: 'setup', path: '/v1/devices/{id}', id: device.id, signal } as const
      const seen = await this.#pay.client().ask(DeviceView, ask)
      if (signal.aborted) return
      if (seen.ok) device = seen.value!
    }
  }
}
