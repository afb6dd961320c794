// The dashboard on Node: slow password hashes, passkeys, and the files of the built page.
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { DashboardRuntime } from '../../dashboard/dashboard.ts'
import type { ReadPageFile } from '../../dashboard/files.ts'
import { scryptPasswords } from '../../dashboard/scrypt.ts'
import { webAuthnPasskeys } from '../../dashboard/webauthn.ts'

/** Folder of the built page in the published package. */
const PAGE = new URL('../../dashboard-page/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

const readPageFile: ReadPageFile = async (path) => {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  const body = type === undefined ? null : await readFile(new URL(path, PAGE)).catch(() => null)
  return type === undefined || body === null ? null : { body: new Uint8Array(body), type }
}

/** Platform code of the dashboard; `null` on runtimes without it. */
export const dashboardRuntime: DashboardRuntime | null = {
  passwords: scryptPasswords,
  passkeys: webAuthnPasskeys,
  readPageFile,
  isAddress: (text) => isIP(text) !== 0,
}
