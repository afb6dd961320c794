// Platform code for Node (`#runtime` under the condition `node`): sockets, files, terminals over WebSocket,
// Swagger UI's files.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { dirname, join } from 'node:path'

export { dashboardRuntime } from './dashboard-node.ts'
export { openMeters } from './meters-node.ts'
export { keyOfFile } from '../../vault/key-file.ts'
export { createOutbound } from '../../http/outbound.ts'
export { attachTerminals } from '../../terminal/socket.ts'

/** Checks for an IP address. */
export const isAddress = (text: string): boolean => isIP(text) !== 0

/** Copied at build time because swagger-ui-dist reports installs to a third party. */
const SHIPPED = new URL('../../swagger-ui/', import.meta.url)

/** Reads a file of Swagger UI; `null` on runtimes without files. */
export const readSwaggerFile: ((name: string) => Promise<Uint8Array<ArrayBuffer>>) | null = async (name) => {
  const shipped = await readFile(new URL(name, SHIPPED)).catch(() => null)
  if (shipped !== null) return new Uint8Array(shipped)
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return new Uint8Array(await readFile(join(folder, name)))
}
