// Finds a program of this machine; those of servers are often in a folder that is not on the PATH of a user.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of the program, or `null` where the machine has none. */
export function findProgram(name: string): string | null {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'])
    try {
      const file = join(folder, name)
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  return null
}
