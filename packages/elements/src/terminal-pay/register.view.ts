// The form that registers a terminal, its pairing code, and the wait until the terminal is there.
import { DEVICE_MAKES } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton, notice, problem } from './controls.ts'
import type { Scene } from './scene.ts'

const send = (event: SubmitEvent, { register }: Scene): void => {
  event.preventDefault()
  void register.submit(new FormData(event.target as HTMLFormElement))
}

const field = ({ text, register }: Scene, name: 'serial' | 'make' | 'name'): TemplateResult => {
  const [label, hint, wrong] = text.fields[name]
  const bad = register.form!.wrong?.includes(name)
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
            ${DEVICE_MAKES.map((make) => html`<option>${make}</option>`)}
          </select>`
    }
  </p>`
}

/** See the head of this file. */
export function renderRegister(scene: Scene): TemplateResult {
  const { text, register } = scene
  const { device, pairingCode, code, wrong, busy } = register.form!
  const close = button(text.close, () => register.show(null))
  if (!device) {
    return html`<form novalidate @submit=${(event: SubmitEvent) => send(event, scene)}>
      ${field(scene, 'serial')}${field(scene, 'make')}${field(scene, 'name')}
      ${wrong?.length ? nothing : problem(scene, code)} ${mainButton(text.registerSend, null, busy)} ${close}
    </form>`
  }
  const here = device.status === 'CONNECTED'
  return html`${
    pairingCode && !here
      ? html`<p>${text.pairing}</p>
          <p class="code" part="pairing-code"><bdi dir="ltr">${pairingCode}</bdi></p>`
      : nothing
  }
  ${notice(here ? 'good' : 'warn', (here ? text.nowConnected : text.waiting)(device.name))} ${close}`
}
