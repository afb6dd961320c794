// Judges whether a connection to PostgreSQL may be unencrypted. `pg` encrypts only if the URL asks for it.
import { readPostgresUrl } from './postgres-url.ts'

/** Values of `sslmode` with which `pg` encrypts. */
const ENCRYPTED = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** A socket of this machine, or a name of it. */
const isHere = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/**
 * Returns true for a URL of PostgreSQL on another machine whose connection is unencrypted without saying so. The URL says so
 * with `sslmode=disable`; it asks for encryption with another `sslmode` or `ssl=true`.
 */
export function isUnencryptedByDefault(url: string): boolean {
  const servers = readPostgresUrl(url)
  return 'connectionStrings' in servers && servers.connectionStrings.some(isUnencryptedServer)
}

function isUnencryptedServer(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  if (isHere(decodeURIComponent(searchParams.get('host') ?? hostname))) return false
  const mode = searchParams.get('sslmode')
  return (
    mode !== 'disable' &&
    !ENCRYPTED.includes(mode ?? '') &&
    !['true', '1'].includes(searchParams.get('ssl') ?? '')
  )
}
