// The form that registers a terminal, its pairing code, and the wait until the terminal is there.
import { DEVICE_MAKES } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { Scene } from './scene.ts'

const send = (event: SubmitEvent, { register }: Scene): void => {
  event.preventDefault()
  void register.submit(new FormData(event.target as HTMLFormElement))
}

const field = (
  { text, register }: Scene,
  name: 'serial' | 'make' | 'name',
  label: string,
  hint: string,
): TemplateResult => {
  const error = register.form!.errors?.[name]
  const note = `${name}-note`
  const invalid = error ? 'true' : 'false'
  return html`<p class="field">
    <label for=${name}>${label}</label>
    <small id=${note} class=${error ? 'bad' : 'quiet'}>${error ? text.fieldErrors[error] : hint}</small>
    ${
      hint
        ? html`<input
            id=${name}
            name=${name}
            autocomplete="off"
            spellcheck="false"
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
  const { device, pairingCode, errors, busy } = register.form!
  const here = device?.status === 'CONNECTED'
  return html`${
      device
        ? html`${
              pairingCode && !here
                ? html`<p class="quiet">${text.pairing}</p>
                    <p class="code" part="pairing-code">${pairingCode}</p>`
                : nothing
            }
            <p class="notice ${here ? 'good' : 'warn'}" part="notice">
              ${here ? text.nowConnected(device.name) : text.waiting(device.name)}
            </p>`
        : html`<form novalidate @submit=${(event: SubmitEvent) => send(event, scene)}>
            ${field(scene, 'serial', text.serialNumber, text.serialHint)}
            ${field(scene, 'make', text.make, '')} ${field(scene, 'name', text.name, text.nameHint)}
            ${
              errors && !errors['serial'] && !errors['make'] && !errors['name']
                ? html`<p class="notice bad" part="notice">
                    ${text.faults[errors['form']!] ?? text.faults['otherwise']}
                  </p>`
                : nothing
            }
            <button class="main" part="button main-button" ?disabled=${busy}>
              ${busy ? text.registering : text.registerSend}
            </button>
          </form>`
    } <button part="button" @click=${() => register.show(null)}>${text.close}</button>`
}

/** Opens the form. */
export const renderRegisterButton = ({ text, register }: Scene): TemplateResult =>
  html`<button part="button" @click=${() => register.show({})}>${text.register}</button>`
