// The address of the caller, as evidence of an agreement (D-25) and for limits per address: the peer of the socket, or the entry of
// the operator's own proxies. Entries of the header that a caller wrote are ignored.

/** Checks for an IP address; implemented by the runtime. */
export type IsAddress = (text: string) => boolean

/** The end of the header that is read: the entries of the operator's own proxies, which come after those of the caller. */
const READ_CHARACTERS = 2_048

/** Normalizes an address: without brackets, port and the IPv4-in-IPv6 prefix; `null` if invalid. */
function plainAddress(text: string, isAddress: IsAddress): string | null {
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const unwrapped = /^\[([^\]]+)\](:\d+)?$/.exec(bare)?.[1] ?? bare
  const address = /^\d+(\.\d+){3}:\d+$/.test(unwrapped) ? unwrapped.replace(/:\d+$/, '') : unwrapped
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address
  return isAddress(mapped) ? mapped.toLowerCase() : null
}

/**
 * The caller's address: the peer's, or with `proxies` before the server the one that the outermost proxy saw. `null` if
 * unknown, for example if the header has fewer entries than proxies.
 */
export function readClientAddress(
  headers: Headers,
  peer: string | null,
  proxies: number,
  isAddress: IsAddress,
): string | null {
  if (proxies === 0) return peer === null ? null : plainAddress(peer, isAddress)
  const header = (headers.get('x-forwarded-for') ?? '').slice(-READ_CHARACTERS)
  return plainAddress(header.split(',').at(-proxies) ?? '', isAddress)
}
