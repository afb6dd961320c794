// Terminal page `/terminal/?serial=…`: the shop's own terminals pair automatically, others ask for the code of
// their registration. Without a serial number it opens the terminal that this device showed last, or offers the shop's own ones
// and says how to register another one.
import { DeviceSerial } from '@tapboard/contract'
import './virtual-terminal.define.ts'
import { getPairingCode } from '../shared/host-api.ts'
import { openApp } from './app.ts'
import { lastTerminal } from './last-terminal.ts'

const query = new URLSearchParams(location.search)
const typed = query.get('serial')?.trim() ?? ''
const serial = typed === '' && !query.has('choose') ? lastTerminal.read() : typed
const terminal = document.querySelector('virtual-terminal')
const form = document.querySelector('form')
const list = document.querySelector<HTMLElement>('#own')
const ownSerials = terminal?.dataset['own']?.split(',').filter(Boolean) ?? []
const ownNames = terminal?.dataset['names']?.split('\n') ?? []
const controls = document.querySelector<HTMLElement>('#controls')

const addressOf = (chosen: string): string => `?serial=${encodeURIComponent(chosen)}`

/** Offers the shop's own terminals by their names: they need no code on this machine. */
function offerOwn(section: HTMLElement): void {
  section.hidden = ownSerials.length === 0
  section.querySelector('ul')?.append(
    ...ownSerials.map((own, at) => {
      const [item, link, small] = [
        document.createElement('li'),
        document.createElement('a'),
        document.createElement('small'),
      ]
      small.textContent = own
      link.href = addressOf(own)
      link.append(ownNames[at] ?? own, small)
      item.append(link)
      return item
    }),
  )
}

if (DeviceSerial.safeParse(serial).success && terminal !== null) {
  if (ownSerials.includes(serial)) terminal.getPairingCode = getPairingCode
  terminal.serial = serial
  terminal.hidden = false
  document.title = `${serial} · On-screen terminal`
  lastTerminal.write(serial)
  if (controls !== null) controls.hidden = false
  openApp({ fullScreen: document.querySelector('#full-screen'), install: document.querySelector('#install') })
} else if (form !== null) {
  form.hidden = false
  if (list !== null) offerOwn(list)
  // The policy of the page permits no form to navigate.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const given = new FormData(form).get('serial')
    if (typeof given === 'string') location.search = addressOf(given.trim())
  })
}
