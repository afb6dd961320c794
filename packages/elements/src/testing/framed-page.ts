// The page of `framed-page.html`: it presses Charge when its parent says so, and reports what became of it.
import { mount } from './mount.ts'
import { DEVICES } from './scripted-bff.ts'

const { bff, pay } = mount({ checkout: { devices: [DEVICES[0]!] } })
const starts = (): number => bff.to('POST', '/v1/sales').length

/** Covers the button inside of this page. */
function cover(): void {
  const { left, top, width, height } = pay.button('Charge').getBoundingClientRect()
  const over = document.createElement('div')
  over.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; background: red`
  document.body.append(over)
}

addEventListener('message', ({ data }: MessageEvent<string>) => {
  if (data === 'cover') cover()
  // As the button does; resolves when the press is judged and sent.
  void pay.element
    .start()
    .then(() => pay.element.updateComplete)
    .then(() => parent.postMessage({ starts: starts(), text: pay.text }, '*'))
})

await pay.phase('choosing')
await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $')) && pay.can('Charge'))
parent.postMessage('ready', '*')
