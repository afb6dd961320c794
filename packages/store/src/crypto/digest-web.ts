/**
 * SHA-256 and HMAC in plain JavaScript, for runtimes whose own are asynchronous only: a ledger's chain and a nonce are needed in
 * the middle of synchronous decisions. Held against Node's by a test.
 */

const BLOCK = 64
const encoder = new TextEncoder()
const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? encoder.encode(data) : data

/** The first 32 bits of the fractional parts of a root of each of the first primes (FIPS 180-4 §4.2.2, §5.3.3). */
function fractions(count: number, root: number): Uint32Array {
  const words = new Uint32Array(count)
  for (let candidate = 2, found = 0; found < count; candidate += 1) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate && prime; divisor += 1)
      prime = candidate % divisor !== 0
    if (!prime) continue
    const value = candidate ** (1 / root)
    words[found] = Math.floor((value - Math.floor(value)) * 2 ** 32)
    found += 1
  }
  return words
}

const K = fractions(64, 3)
const START = fractions(8, 2)

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The message with its padding and length (§5.1.1). */
function padded(bytes: Uint8Array): DataView {
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK
  const whole = new Uint8Array(size)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(size - 4, (bytes.length << 3) >>> 0)
  return view
}

/** One block (§6.2.2); `schedule` is 64 words of room. */
function compress(hash: Uint32Array, schedule: Uint32Array, message: DataView, offset: number): void {
  const at = (index: number): number => schedule[index] ?? 0
  for (let t = 0; t < 16; t += 1) schedule[t] = message.getUint32(offset + 4 * t)
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [at(t - 15), at(t - 2)]
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    schedule[t] = at(t - 16) + small + at(t - 7) + large
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let t = 0; t < 64; t += 1) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (K[t] ?? 0) + at(t)) | 0
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (hash[index] ?? 0) + word
}

/** SHA-256 (FIPS 180-4); a text is taken in UTF-8. */
export function sha256(data: string | Uint8Array): Uint8Array {
  const message = padded(bytesOf(data))
  const hash = START.slice()
  const schedule = new Uint32Array(64)
  for (let offset = 0; offset < message.byteLength; offset += BLOCK) compress(hash, schedule, message, offset)
  const result = new DataView(new ArrayBuffer(32))
  for (const [index, word] of hash.entries()) result.setUint32(4 * index, word)
  return new Uint8Array(result.buffer)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** HMAC-SHA-256 (RFC 2104) over the parts one after the other. */
export function hmacSha256(key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Uint8Array {
  const given = bytesOf(key)
  const block = new Uint8Array(BLOCK)
  block.set(given.length > BLOCK ? sha256(given) : given)
  const inner = sha256(joined([block.map((byte) => byte ^ 0x36), ...parts.map(bytesOf)]))
  return sha256(joined([block.map((byte) => byte ^ 0x5c), inner]))
}

/** Are these the same bytes? Takes the same time wherever they differ; of another length they are not. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

/** Bytes in base64url without padding (RFC 4648 §5). */
export const toBase64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Bytes in hex, small letters. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 in base64url. */
export const sha256Base64url = (data: string | Uint8Array): string => toBase64url(sha256(data))
