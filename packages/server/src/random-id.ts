import type { Random } from './ports.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

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
      text += ALPHABET[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

/** A random ID: 26 characters of base32 with 128 random bits. */
export const randomId = (random: Random): string => base32(random(16))
