// Runs the commands about devices. The ID of a new device is alone on standard output, for a script.
import { serialInUse } from '../cloud/device/new-device.ts'
import type { Service } from '../app/service.ts'
import { behaviourOf } from '../terminal/behaviour.ts'
import type { DeviceCommand } from './device-command.ts'
import { fail } from './explain.ts'
import { noAccount, type CommandOutput } from './output.ts'

async function addDevice(
  { accounts, devices }: Service,
  command: Extract<DeviceCommand, { readonly name: 'devices add' }>,
  output: CommandOutput,
): Promise<number> {
  const { out, err } = output
  const account = await accounts.findAccount(command.account)
  if (account !== null && command.sandbox && !account.sandbox) {
    const sentence = `"${account.name}" is a live account. Test terminals belong to a test account.`
    return fail(output, 'change-refused', sentence)
  }
  const made = account && (await devices.register(account.id, command.device))
  if (made === null) return fail(output, 'name-unknown', noAccount(command.account))
  if (made.type === 'exists') return fail(output, 'name-taken', serialInUse(made.deviceId))
  out(`${made.deviceId}\n`)
  err(`Type the pairing code ${made.pairingCode} at the terminal within 24 hours; it works once.\n`)
  if (behaviourOf(command.device.serial)?.connects === true)
    err('"serve --scripted" simulates this terminal after at most two seconds; that needs no code.\n')
  return 0
}

const NO_DEVICE =
  'There is no device with this ID. "devices add" prints the ID of a new one; the dashboard shows all of them.'

/** Runs a command about devices and returns the exit code. */
export async function performDevices(
  service: Service,
  command: DeviceCommand,
  output: CommandOutput,
): Promise<number> {
  if (command.name === 'devices add') return addDevice(service, command, output)
  const code = await service.devices.pairingCode(command.id)
  if (code === null) return fail(output, 'name-unknown', NO_DEVICE)
  output.out(`${code}\n`)
  output.err('Type this code at the terminal within 24 hours; it works once.\n')
  return 0
}
