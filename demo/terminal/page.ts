// Terminal page `/terminal/?serial=…`: the shop's own terminals pair automatically, others ask for the code of
// their registration.
import { DeviceSerial } from '@tapboard/contract'
import './virtual-terminal.define.ts'
import { getPairingCode } from '../shared/host-api.ts'

const serial = new URLSearchParams(location.search).get('serial')?.trim() ?? ''
const terminal = document.querySelector('virtual-terminal')
const form = document.querySelector('form')

if (DeviceSerial.safeParse(serial).success && terminal !== null) {
  if (terminal.dataset['own']?.split(',').includes(serial)) terminal.getPairingCode = getPairingCode
  terminal.serial = serial
  terminal.hidden = false
  document.title = `${serial} · On-screen terminal`
} else if (form !== null) {
  form.hidden = false
}
