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
  control: TemplateResult,
): TemplateResult => {
  const error = register.errors[name]
  return html`<p class="field">
    <label for=${name}>${label}</label>
    <small id="${name}-note" class=${error ? 'bad' : 'quiet'}
      >${error ? text.fieldErrors[error] : hint}</small
    >
    ${control}
  </p>`
}

const invalid = ({ register }: Scene, name: string): 'true' | 'false' =>
  register.errors[name] ? 'true' : 'false'

/** See the head of this file. */
export function renderRegister(scene: Scene): TemplateResult {
  const { text, register } = scene
  const { device, pairingCode, errors, busy } = register
  const close = html`<button type="button" part="button" @click=${() => register.show(false)}>
    ${text.close}
  </button>`
  if (device) {
    const here = device.status === 'CONNECTED'
    return html`${
        pairingCode && !here
          ? html`<p class="quiet">${text.pairing}</p>
              <p class="code" part="pairing-code">${pairingCode}</p>`
          : nothing
      }
      <p class="status ${here ? 'good' : 'busy'}">
        ${here ? text.nowConnected(device.name) : text.waiting(device.name)}
      </p>
      ${close}`
  }
  return html`<form class="stack" novalidate @submit=${(event: SubmitEvent) => send(event, scene)}>
    ${field(
      scene,
      'serial',
      text.serialNumber,
      text.serialHint,
      html`<input
        id="serial"
        name="serial"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="32"
        aria-describedby="serial-note"
        aria-invalid=${invalid(scene, 'serial')}
      />`,
    )}
    ${field(
      scene,
      'make',
      text.make,
      '',
      html`<select id="make" name="make" aria-describedby="make-note" aria-invalid=${invalid(scene, 'make')}>
        ${DEVICE_MAKES.map((make) => html`<option>${make}</option>`)}
      </select>`,
    )}
    ${field(
      scene,
      'name',
      text.name,
      text.nameHint,
      html`<input
        id="name"
        name="name"
        autocomplete="off"
        maxlength="64"
        aria-describedby="name-note"
        aria-invalid=${invalid(scene, 'name')}
      />`,
    )}
    ${errors['form'] ? html`<p class="notice bad">${text.faults[errors['form']] ?? text.faults['otherwise']}</p>` : nothing}
    <button class="main" part="button main-button" ?disabled=${busy}>
      ${busy ? text.registering : text.registerSend}
    </button>
    ${close}
  </form>`
}

/** Opens the form. */
export const renderRegisterButton = ({ text, register }: Scene): TemplateResult =>
  html`<button part="button" @click=${() => register.show(true)}>${text.register}</button>`
