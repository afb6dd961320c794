// The choice of a terminal, the help for one that is not connected, and the pay button.
import type { DeviceView } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { ago, money, type Scene } from './scene.ts'
import { nextStart } from './terminal-pay.machine.ts'

const status = ({ text, lang, actions, nowMs }: Scene, device: DeviceView): TemplateResult => {
  const kind = { CONNECTED: 'good', DISCONNECTED: 'bad', UNKNOWN: 'warn' }[device.status]
  const word = { CONNECTED: text.connected, DISCONNECTED: text.disconnected, UNKNOWN: text.unknown }
  return html`<span class="side">
    <span class="dot ${kind}">${word[device.status]}</span>
    <small class="quiet">${ago(lang, device.ageMs + nowMs - actions.readAtMs)}</small>
  </span>`
}

const card = (scene: Scene, device: DeviceView): TemplateResult =>
  html`<label class="choice" part="device">
    <input
      type="radio"
      name="device"
      .checked=${device.id === scene.view.deviceId}
      @change=${() => scene.actions.step({ type: 'device-chosen', id: device.id })}
    />
    <span class="grow">
      <b>${device.name}</b>
      <small class="quiet">${device.make} · ${scene.text.serial(device.serialEnding)}</small>
    </span>
    ${status(scene, device)}
  </label>`

const again = ({ text, actions }: Scene): TemplateResult =>
  html`<button part="button" @click=${() => actions.load()}>${text.checkAgain}</button>`

/** The refusal of the last request, or of the last reading of the checkout. */
export const renderRefusal = ({ view, text }: Scene): TemplateResult | typeof nothing => {
  const code = view.refusal ?? view.fault
  return code
    ? html`<p class="notice bad" part="notice">${text.faults[code] ?? text.faults['otherwise']}</p>`
    : nothing
}

/** See the head of this file. */
export function renderChoosing(scene: Scene): TemplateResult {
  const { view, text, lang, actions } = scene
  const { devices, amountMinor, currency } = view.checkout!
  const chosen = devices.find(({ id }) => id === view.deviceId)
  const amount = money(lang, amountMinor, currency)
  const off = chosen?.status === 'DISCONNECTED'
  return html`<fieldset aria-labelledby="title">${devices.map((device) => card(scene, device))}</fieldset>
    ${devices.length ? nothing : html`<p class="quiet">${text.noTerminals}</p>`} ${renderRefusal(scene)}
    ${
      off
        ? html`<div class="notice warn" part="notice">
            <b>${text.helpTitle(chosen.name)}</b>
            <ul>
              ${text.help.map((line) => html`<li>${line}</li>`)}
            </ul>
            ${again(scene)}
          </div>`
        : nothing
    }
    ${!devices.length ? again(scene) : nothing}
    ${
      scene.headless || !devices.length
        ? nothing
        : html`<button
            class="main"
            part="button main-button"
            ?disabled=${off || !nextStart(view)}
            @click=${() => actions.start()}
          >
            ${text.charge(amount, chosen?.name ?? '')}
          </button>`
    }`
}
