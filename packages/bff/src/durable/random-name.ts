// Names of rows and of process runs.
import type { Random } from '../ports.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** 26 base32 characters: 130 random bits. */
export const randomName = (random: Random): string =>
  [...random(26)].map((byte) => ALPHABET[byte % 32]).join('')
