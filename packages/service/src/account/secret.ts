// IDs and secrets: how they look, how much chance is in them, and the hash that is all we keep of a secret (D-19, D-28).
import { sha256, toHex } from '@tapboard/store/crypto'
import type { Random } from '../ports.ts'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** No 0, 1, I or O: read aloud and typed by people. 32 signs, so that five bits choose one without bias. */
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Lower-case base32 without padding (RFC 4648 §6): 16 bytes become 26 characters. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}

/** An opaque ID such as `dev_` + 26 base32 characters: 128 random bits (D-03). */
export const newId = (random: Random, prefix: string): string => `${prefix}_${base32(random(16))}`

/** Signs that people can read aloud. */
export const readable = (random: Random, length: number): string =>
  Array.from(random(length), (byte) => READABLE[byte & 31]).join('')

/** Twelve digits that do not begin with 0: a reference people read to a help desk. */
export function newReference(random: Random): string {
  const chance = random(8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return String(100_000_000_000n + (chance % 900_000_000_000n))
}

/** A pairing code such as `4F7K-2PQM` (D-28). */
export function newPairingCode(random: Random): string {
  const signs = readable(random, 8)
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}

/** A pairing code as somebody typed it, in the form that is hashed: upper case, without dashes and spaces. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

/** SHA-256 in hex. Enough for secrets of 128 random bits; short codes are bound to their device and soon over. */
export const hashOf = (secret: string): string => toHex(sha256(secret))

/** Is this an ID we could have made with that prefix? Anything else is not looked up at all. */
export const looksLikeId = (text: string, prefix: string): boolean =>
  text.startsWith(`${prefix}_`) && /^[a-z2-7]{26}$/.test(text.slice(prefix.length + 1))
