// The choice of a terminal, the help for one that is not connected, and the pay button.
import type { DeviceView } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton, notice, problem, refusal } from './controls.ts'
import { ago, money, type Scene } from './scene.ts'
import { nextStart } from './terminal-pay.machine.ts'

const card = ({ view, text, lang, nowMs, actions }: Scene, device: DeviceView): TemplateResult => {
  const [kind, word] = {
    CONNECTED: ['good', text.connected],
    DISCONNECTED: ['bad', text.disconnected],
    UNKNOWN: ['warn', text.unknown],
  }[device.status]
  return html`<label class="choice" part="device">
    <input
      type="radio"
      name="device"
      .checked=${device.id === view.deviceId}
      @change=${() => actions.step({ type: 'chosen', id: device.id })}
    />
    <span class="grow">
      <b>${device.name}</b>
      <small>${device.make} · ${text.serial(device.serialEnding)}</small>
    </span>
    <span class="side">
      <span class="dot ${kind}">${word}</span>
      <small>${ago(lang, device.ageMs + nowMs - actions.readAtMs)}</small>
    </span>
  </label>`
}

const openForm = async ({ register }: Scene): Promise<void> => {
  await register.load()
  register.part?.show({})
}

/** See the head of this file. */
export function renderChoosing(scene: Scene): TemplateResult {
  const { view, text, lang, actions, register } = scene
  const { devices, amountMinor, currency } = view.checkout!
  const chosen = devices.find(({ id }) => id === view.deviceId)
  const off = chosen?.status === 'DISCONNECTED'
  const again = button(text.checkAgain, () => actions.load())
  const help = html`<ul>
      ${text.help.map((line) => html`<li>${line}</li>`)}
    </ul>
    ${again}`
  return html`<fieldset aria-labelledby="title">${devices.map((device) => card(scene, device))}</fieldset>
    ${devices.length ? nothing : html`<p>${text.noTerminals}</p>`} ${refusal(scene)}
    ${off ? notice('warn', text.helpTitle(chosen.name), help) : devices.length ? nothing : again}
    ${
      scene.headless || !devices.length
        ? nothing
        : mainButton(
            lang ? text.charge(money(lang, amountMinor, currency), chosen?.name ?? '') : html`…`,
            () => actions.start(),
            off || !lang || !nextStart(view),
          )
    }
    ${register.failed ? problem(scene, 'network') : nothing}
    ${scene.setup ? button(text.register, () => openForm(scene)) : nothing}`
}
