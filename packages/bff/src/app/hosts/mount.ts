// Checks that the mount path matches the public address. A proof names the public address (RFC 9449 §4.3): under any
// other path the BFF would refuse every request, and the reason would not name the mount.
import type { Bff } from '../bff.ts'

/** The members of a BFF that an adapter uses. */
export type Mountable = Pick<Bff, 'fetch' | 'publicUrl'>

/**
 * The fault of a mount with its advice, in one sentence, or `null`. A proxy may have removed the beginning of the
 * public path, so a match of its end is enough; `''` is a mount at the root.
 */
export function wrongMount(publicUrl: string, mountedAt: string): string | null {
  const prefix = new URL(publicUrl).pathname.replace(/\/+$/, '')
  if (mountedAt === '' || mountedAt === '/' || prefix === mountedAt || prefix.endsWith(mountedAt)) return null
  const where = prefix === '' ? '/' : prefix
  return `The BFF is mounted at ${mountedAt}, but its publicUrl ends in ${where}: mount it there, or change publicUrl.`
}
