// Terminal page `/terminal/?serial=…`: the shop's own terminals pair automatically, others ask for the code of
// their registration. Without a serial number it opens the terminal that this device showed last.
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
const controls = document.querySelector<HTMLElement>('#controls')

if (DeviceSerial.safeParse(serial).success && terminal !== null) {
  if (terminal.dataset['own']?.split(',').includes(serial)) terminal.getPairingCode = getPairingCode
  terminal.serial = serial
  terminal.hidden = false
  document.title = `${serial} · On-screen terminal`
  lastTerminal.write(serial)
  if (controls !== null) controls.hidden = false
  openApp({ fullScreen: document.querySelector('#full-screen'), install: document.querySelector('#install') })
} else if (form !== null) {
  form.hidden = false
  // The policy of the page permits no form to navigate.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const given = new FormData(form).get('serial')
    if (typeof given === 'string') location.search = `?serial=${encodeURIComponent(given.trim())}`
  })
}
