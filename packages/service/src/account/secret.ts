// Formats and entropy of IDs and secrets, and the hash that is stored instead of a secret (D-19, D-28).
import { randomId } from '@tapboard/server'
import { sha256, toHex } from '@tapboard/store/crypto'
import type { Random } from '../ports.ts'

/**
 * No 0, 1, I or O, because people read these codes aloud and type them. 32 characters: five bits select one
 * without bias.
 */
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Creates an opaque ID such as `dev_` + 26 base32 characters: 128 random bits. */
export const newId = (random: Random, prefix: string): string => `${prefix}_${randomId(random)}`

/** Creates a random text that people can read aloud. */
export const readable = (random: Random, length: number): string =>
  Array.from(random(length), (byte) => READABLE[byte & 31]).join('')

/** Creates a reference of twelve digits without a leading 0, for support calls. */
export function newReference(random: Random): string {
  const chance = random(8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return String(100_000_000_000n + (chance % 900_000_000_000n))
}

/** Creates a pairing code such as `4F7K-2PQM`. */
export function newPairingCode(random: Random): string {
  const signs = readable(random, 8)
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}

/** Normalizes a typed pairing code before hashing: upper case, without dashes and spaces. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

/**
 * SHA-256 in hex. Sufficient for secrets of 128 random bits; short codes are bound to their device and expire
 * soon.
 */
export const hashOf = (secret: string): string => toHex(sha256(secret))

/** Whether a text has the format of an ID with this prefix; other texts are never looked up. */
export const looksLikeId = (text: string, prefix: string): boolean =>
  text.startsWith(`${prefix}_`) && /^[a-z2-7]{26}$/.test(text.slice(prefix.length + 1))
