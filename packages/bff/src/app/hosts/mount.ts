// Is the BFF mounted where its tokens say it is? A proof names the public address (RFC 9449 §4.3): under any other path every
// request would be refused, with a reason that helps nobody.
import type { Bff } from '../bff.ts'

/** What an adapter needs of a BFF. */
export type Mountable = Pick<Bff, 'fetch' | 'publicUrl'>

/**
 * What is wrong with a mount, in one sentence that says what to do, or `null`. A proxy may have taken the beginning of the
 * public path off, so its end is enough; `''` is a mount at the root.
 */
export function wrongMount(publicUrl: string, mountedAt: string): string | null {
  const prefix = new URL(publicUrl).pathname.replace(/\/+$/, '')
  if (mountedAt === '' || mountedAt === '/' || prefix === mountedAt || prefix.endsWith(mountedAt)) return null
  const where = prefix === '' ? '/' : prefix
  return `The BFF is mounted at ${mountedAt}, but its publicUrl ends in ${where}: mount it there, or change publicUrl.`
}
