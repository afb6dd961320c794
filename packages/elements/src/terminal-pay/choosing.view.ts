// The choice of a terminal, the help for one that is not connected, and the pay button.
import type { DeviceView } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton } from '../shared/controls.ts'
import { buttons, message, problem, sentences } from './controls.ts'
import { ago, clock } from './format.ts'
import { phrase } from './choice.phrases.ts'
import type { Scene } from './scene.ts'
import { heldMs } from './choice.situation.ts'

/** A placeholder for the ending of a serial number in its sentence. */
const SERIAL = '\0'

const card = ({ view, text, lang, nowMs, actions }: Scene, device: DeviceView): TemplateResult => {
  const held = heldMs(view, device.id, nowMs)
  const [kind, word] = {
    CONNECTED: ['good', text.connected],
    DISCONNECTED: ['bad', text.disconnected],
    UNKNOWN: ['warn', text.unknown],
  }[device.status]
  // The ending of a serial number keeps its order between right-to-left words.
  const [before, after] = text.serial(SERIAL).split(SERIAL)
  const serial = html`${before}<bdi dir="ltr">${device.serialEnding}</bdi>${after}`
  const since = device.ageMs + nowMs - view.checkout!.nowMs
  return html`<label class="choice" part="device">
    <input
      type="radio"
      name="device"
      .checked=${device.id === view.deviceId}
      @change=${() => actions.step({ type: 'chosen', id: device.id })}
    />
    <span class="grow">
      <b>${device.name}</b>
      <small>${device.make} · ${serial}</small>
    </span>
    <span class="side">
      ${
        held === null
          ? html`<span class="dot ${kind}">${word}</span> <small>${ago(lang, since)}</small>`
          : html`<span class="dot warn">${text.held(Number.isFinite(held) ? clock(held + 999) : '')}</span>`
      }
    </span>
  </label>`
}

const openForm = async ({ register }: Scene): Promise<void> => {
  await register.load()
  register.part?.show({})
}

/** Renders the choice of a terminal. */
export function renderChoosing(scene: Scene): TemplateResult {
  const { view, text, lang, situation, row } = scene
  const { devices } = view.checkout!
  const away = situation === 'terminal-away'
  const help = html`<ul>
      ${text.help.map((line) => html`<li>${line}</li>`)}
    </ul>
    ${buttons(scene)}`
  const off = devices.length && !scene.offered.includes('charge') && !scene.headless
  return html`<fieldset aria-labelledby="title">${devices.map((device) => card(scene, device))}</fieldset>
    ${sentences(
      scene,
      row.sentences.filter((key) => key !== 'helpTitle'),
    )}
    ${away ? message('warn', phrase('helpTitle', scene), help) : buttons(scene)}
    ${off ? mainButton(lang ? phrase('charge', scene) : html`…`, null, true) : nothing}
    ${scene.register.failed ? problem(scene, 'network') : nothing}
    ${scene.setup ? button(text.register, () => openForm(scene)) : nothing}`
}
