// The part of <terminal-pay> that registers a terminal with a `setup` token (§1.4 steps 2 and 3): the form, the pairing code,
// and the wait until the terminal is CONNECTED. It is loaded if the page permits registration.
import {
  DEVICE_MAKES,
  web,
  type DeviceView,
  type RegisterDevice,
  type RegisteredDevice,
} from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { FaultCode } from '../shared/fault.ts'
import { pause } from '../shared/wake.ts'
import { button, mainButton } from '../shared/controls.ts'
import { message, problem } from './controls.ts'
import { REFUSALS, REGISTER_ENGLISH, type RegisterStrings } from './register.strings.ts'
import type { Scene } from './scene.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'

// Short enough that the user sees the terminal connect, long enough for the upstream's recommendation (D-15).
const LOOK_MS = 2_000

interface Registering {
  readonly busy?: boolean
  /** Code of the BFF's refusal. */
  readonly code?: FaultCode
  /** Names of the invalid fields. */
  readonly wrong?: readonly string[] | undefined
  readonly device?: DeviceView
  /** One-time code that pairs the terminal. */
  readonly pairingCode?: string | null
}

export class Registrar {
  /** `null` while the form is closed. */
  form: Registering | null = null
  readonly #pay: TerminalPayController
  /** The pairing code is in the clipboard. */
  #isCopied = false

  constructor(pay: TerminalPayController) {
    this.#pay = pay
  }

  /** Shows the form in this state, or closes it and stops its wait. */
  show(form: Registering | null): AbortSignal {
    this.form = form
    this.#pay.redraw()
    return this.#pay.run('register')
  }

  async #send(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const signal = this.show({ busy: true })
    const body = Object.fromEntries(new FormData(event.target as HTMLFormElement)) as RegisterDevice
    const answer = await this.#pay.client().call(web.registerDevice, { body, signal })
    if (signal.aborted) return
    this.#isCopied = false
    if (answer.ok) return this.#await(answer.value)
    this.show({ code: answer.code, wrong: answer.issues?.map(({ path }) => path) })
  }

  /** The open form, or the wait after it. */
  render(scene: Scene): TemplateResult {
    const text = { ...REGISTER_ENGLISH, ...scene.text }
    const { device, pairingCode, code, wrong, busy } = this.form!
    const close = button(text.close, () => {
      // Charge comes to the place of Close.
      this.#pay.list.part?.settle()
      this.show(null)
    })
    if (!device) {
      return html`<form novalidate @submit=${(event: SubmitEvent) => this.#send(event)}>
        ${this.#field(text, 'serial')}${this.#field(text, 'make')}${this.#field(text, 'name')}
        ${wrong?.length ? nothing : problem({ text: { problems: { ...REFUSALS, ...text.problems } } }, code)}
        ${mainButton(text.registerSend, null, busy)} ${close}
      </form>`
    }
    const here = device.status === 'CONNECTED'
    return html`${
      pairingCode && !here
        ? html`<p>${text.pairing}</p>
            <div class="row">
              <p class="code" part="pairing-code"><bdi dir="ltr">${pairingCode}</bdi></p>
              ${button(this.#isCopied ? text.copied : text.copy, () => this.#copy(pairingCode))}
            </div>`
        : nothing
    }
    ${message(here ? 'good' : 'warn', (here ? text.nowConnected : text.waiting)(device.name))} ${close}`
  }

  /** Text for the live region other than the title: the error, the pairing code, or the connected terminal. */
  spoken(scene: Scene): string {
    const text = { ...REGISTER_ENGLISH, ...scene.text }
    const { device, pairingCode, code, wrong } = this.form!
    if (device?.status === 'CONNECTED') return text.nowConnected(device.name)
    if (this.#isCopied) return text.copied
    if (device) return [pairingCode && `${text.pairing}: ${pairingCode}`, text.waiting(device.name)].join(' ')
    const names = (['serial', 'make', 'name'] as const).filter((name) => wrong?.includes(name))
    if (names.length)
      return names.map((name) => `${text.fields[name][0]}: ${text.fields[name][2]}`).join('. ')
    const problems: Readonly<Record<string, string>> = { ...REFUSALS, ...text.problems }
    return code ? (problems[code] ?? problems['otherwise']!) : ''
  }

  #field({ fields }: RegisterStrings, name: 'serial' | 'make' | 'name'): TemplateResult {
    const [label, hint, wrong] = fields[name]
    const bad = this.form!.wrong?.includes(name)
    const note = `${name}-note`
    const invalid = bad ? 'true' : 'false'
    return html`<p class="field">
      <label for=${name}>${label}</label>
      <small id=${note} class=${bad ? 'bad' : ''}>${bad ? wrong : hint}</small>
      ${
        hint
          ? html`<input
              id=${name}
              name=${name}
              autocomplete="off"
              aria-describedby=${note}
              aria-invalid=${invalid}
            />`
          : html`<select id=${name} name=${name} aria-describedby=${note} aria-invalid=${invalid}>
              <option value="">${wrong}</option>
              ${DEVICE_MAKES.map((make) => html`<option>${make}</option>`)}
            </select>`
      }
    </p>`
  }

  /** Chooses the new terminal if this order may be charged on it. */
  async #choose(id: string): Promise<void> {
    const pay = this.#pay
    pay.list.part?.close()
    await pay.load()
    const { checkout } = pay.view
    if (pay.phase === 'choosing' && checkout!.devices.some((device) => device.id === id))
      pay.step({ type: 'chosen', id })
  }

  /** Copies the pairing code if the browser permits it. */
  async #copy(code: string): Promise<void> {
    this.#isCopied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    this.#pay.redraw()
  }

  async #await(registered: RegisteredDevice): Promise<void> {
    let { device } = registered
    for (;;) {
      const signal = this.show({ ...registered, device })
      if (device.status === 'CONNECTED') return this.#choose(device.id)
      await pause(LOOK_MS, signal)
      const seen = await this.#pay.client().call(web.getDevice, { kind: 'setup', id: device.id, signal })
      if (signal.aborted) return
      if (seen.ok) device = seen.value
    }
  }
}
