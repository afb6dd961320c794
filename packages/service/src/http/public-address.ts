// Checks IP addresses. Pure. A special-purpose address (RFC 6890) that is not globally reachable is not public:
// loopback, private networks, cloud metadata. Multicast, reserved and 6to4 addresses are not public either.
import { BlockList, isIP } from 'node:net'

const IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Special-purpose blocks inside the allocated block 2000::/3. */
const IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 embeds an arbitrary IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
]

function lists() {
  const special = new BlockList()
  for (const [net, prefix] of IPV4) special.addSubnet(net, prefix, 'ipv4')
  for (const [net, prefix] of IPV6) special.addSubnet(net, prefix, 'ipv6')
  const allocated = new BlockList()
  allocated.addSubnet('2000::', 3, 'ipv6')
  return { special, allocated }
}

const { special, allocated } = lists()

/** Whether an address (without brackets) is public. False for invalid addresses. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && allocated.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
