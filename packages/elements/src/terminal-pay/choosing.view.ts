// The chosen terminal in one row, and the pay button below it. The list of terminals, and the help for a terminal that is not
// connected, are a later part.
import type { DeviceView } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton, type Part } from '../shared/controls.ts'
import { buttons, problem, sentences } from './controls.ts'
import { renderLoading } from './frame.view.ts'
import { phrase } from './choice.phrases.ts'
import type { Scene } from './scene.ts'
import { chosenOf, heldMs } from './choice.situation.ts'

/** A placeholder for the ending of a serial number in its sentence. */
const SERIAL = '\0'

/** The status of a terminal as mark and word. */
function status({ view, text, nowMs, lang, sale }: Scene, { id, status }: DeviceView): TemplateResult {
  const held = heldMs(view, id, nowMs)
  const [kind, word] =
    held === null
      ? ({
          CONNECTED: ['good', text.connected],
          DISCONNECTED: ['bad', text.disconnected],
          UNKNOWN: ['warn', text.unknown],
        }[status] as [string, string])
      : ['warn', text.held(sale?.freeTime(view, id, nowMs, lang) ?? '')]
  return html`<span class="dot ${kind}">${word}</span>`
}

/** Name, status, model and ending of the serial number, which keeps its order between right-to-left words. */
export function renderTerminal(scene: Scene, device: DeviceView, age = ''): TemplateResult {
  const [before, after] = scene.text.serial(SERIAL).split(SERIAL)
  return html`<span class="grow">
    <b>${device.name}</b>
    <small
      >${status(scene, device)}${age && ` · ${age}`}<span class="make"> · ${device.make}</span> ·
      ${before}<bdi dir="ltr">${device.serialEnding}</bdi>${after}</small
    >
  </span>`
}

const openList = async ({ list }: Scene): Promise<void> => {
  await list.load()
  list.part?.open()
}

const chosenRow = (scene: Scene, device: DeviceView): TemplateResult =>
  html`<div class="row device" part="device">
    ${renderTerminal(scene, device, scene.list.part?.ageOf(scene, device))}
    ${
      scene.view.checkout!.devices.length > 1 || scene.setup
        ? button(scene.text.change, () => openList(scene), false, 'change')
        : nothing
    }
  </div>`

/** The row of the chosen terminal, or the list; bones at its size until its part is loaded. */
function terminals(scene: Scene): Part {
  const { view, list, text } = scene
  const device = chosenOf(view)
  if (list.part && (list.part.isOpen || !device)) return list.part.render(scene)
  const row = device ? chosenRow(scene, device) : nothing
  if (list.failed)
    return html`${row} ${problem(scene, 'network')}
    ${device ? nothing : button(text.tryAgain, () => list.load())}`
  return device ? row : renderLoading()
}

/** Renders the choice of a terminal. */
export function renderChoosing(scene: Scene): TemplateResult {
  const { view, text, lang, list, situation, row, offered, headless } = scene
  const isEmpty = !view.checkout!.devices.length
  // The change of the amount is above Charge.
  const [amountNow, ...others] = row.sentences
  const label = html`${lang ? phrase('charge', scene) : '…'}
  ${situation === 'none-chosen' ? html`<small>${text.chooseFirst}</small>` : nothing}`
  return html`${sentences(scene, [amountNow!])} ${isEmpty ? nothing : terminals(scene)}
  ${isEmpty || headless || offered.includes('charge') || (scene.sale && offered.includes('charge-when-free')) ? nothing : mainButton(label, null, true)}
  ${scene.sale?.renderHelp(scene) ?? [...sentences(scene, others), ...buttons(scene)]}
  ${isEmpty ? list.part?.renderRegister(scene) : nothing}`
}
