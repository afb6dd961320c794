// The terminal that a device showed last, so that the installed app opens it again after a restart of the device.
import { DeviceSerial } from '@tapboard/contract'

const KEY = 'tapboard-terminal-serial'

/** Reads and writes the serial number; storage that is forbidden remembers nothing. */
export const lastTerminal = {
  read(): string {
    try {
      const serial = localStorage.getItem(KEY) ?? ''
      return DeviceSerial.safeParse(serial).success ? serial : ''
    } catch {
      return ''
    }
  },
  write(serial: string): void {
    try {
      localStorage.setItem(KEY, serial)
    } catch {
      // The terminal works without it.
    }
  },
}
