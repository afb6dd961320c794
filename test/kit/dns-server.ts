// A DNS server on loopback (RFC 1035) whose answers the test chooses for each question, and a look-up that asks it. Node's own look-up
// reads the resolvers of the machine, which a test cannot change.
import { createSocket } from 'node:dgram'
import dns, { Resolver, type LookupAddress, type LookupOptions } from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { isIPv4 } from 'node:net'
import { callbackify } from 'node:util'

const A = 1
const CNAME = 5
const AAAA = 28
const IN = 1
/** Response, recursion desired and available. */
const FLAGS = 0x8180
const NAME_OFFSET = 12

/** Returns all addresses of a name, IPv4 and IPv6; an alias is a record before them. */
type AnswerQuestion = (name: string) => { readonly addresses: readonly string[]; readonly alias?: string }

/** A running DNS server; Node's look-ups ask it until `close`. */
interface DnsServer {
  /** Look-ups of a name; each asks for both kinds of addresses. */
  readonly lookups: readonly string[]
  close(): void
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // The URL parser writes an IPv4 part as two groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const groups = (text: string | undefined): string[] =>
    text === undefined || text === '' ? [] : text.split(':')
  const [left, right] = [groups(head), groups(tail)]
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** A DNS record with a time to live of 0, so that no resolver caches it. */
function record(name: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(IN, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([name, fixed, data])
}

/** The name of the only question, and the offset of its end. */
function questionOf(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = []
  let at = NAME_OFFSET
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(message: Buffer, answer: AnswerQuestion): Buffer {
  const { name, type, end } = questionOf(message)
  const { addresses, alias } = answer(name)
  const owner = nameBytes(alias ?? name)
  const wanted = addresses.filter((address) =>
    type === A ? isIPv4(address) : type === AAAA && !isIPv4(address),
  )
  const records = [
    ...(alias === undefined ? [] : [record(nameBytes(name), CNAME, owner)]),
    ...wanted.map((address) => record(owner, type, addressBytes(address))),
  ]
  const head = Buffer.alloc(NAME_OFFSET)
  message.copy(head, 0, 0, 2)
  for (const [offset, value] of [FLAGS, 1, records.length].entries())
    head.writeUInt16BE(value, 2 + 2 * offset)
  return Buffer.concat([head, message.subarray(NAME_OFFSET, end), ...records])
}

/** Starts a server; from now on every look-up of this process asks it. `answer` is called once for each look-up. */
export async function startDns(answer: AnswerQuestion): Promise<DnsServer> {
  const lookups: string[] = []
  /** Both questions of a look-up have the same answer. */
  const current = new Map<string, ReturnType<AnswerQuestion>>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) =>
    socket.send(
      answerTo(message, (name) => current.get(name) ?? { addresses: [] }),
      port,
      address,
    ),
  )
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const ask = (name: string, kind: 'A' | 'AAAA'): Promise<string[]> =>
    new Promise((resolve) =>
      resolver.resolve(name, kind, (error, found) => resolve(error ? [] : (found as string[]))),
    )
  const original = dns.lookup
  const lookUp = async (name: string): Promise<LookupAddress[]> => {
    lookups.push(name)
    current.set(name, answer(name))
    const [four, six] = [await ask(name, 'A'), await ask(name, 'AAAA')]
    const found = [
      ...four.map((address) => ({ address, family: 4 })),
      ...six.map((address) => ({ address, family: 6 })),
    ]
    if (found.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
    return found
  }
  const callBack = callbackify(lookUp)
  const replaced = (name: string, options: LookupOptions, done: (...result: unknown[]) => void): void =>
    callBack(name, (error, found) => {
      const [first] = found ?? []
      if (error !== null) done(error)
      else if (options.all === true) done(null, found)
      else done(null, first?.address, first?.family)
    })
  dns.lookup = replaced as typeof dns.lookup
  syncBuiltinESMExports()
  return {
    lookups,
    close() {
      dns.lookup = original
      syncBuiltinESMExports()
      resolver.cancel()
      socket.close()
    },
  }
}
