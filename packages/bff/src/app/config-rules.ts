// Rules that the schemas of the configuration share; each message says in one sentence how to fix the option.
import * as z from 'zod/mini'
import { RING_MAX } from '../token/seal.ts'
import type { SecretRing } from '@tapboard/server'

/** One problem of the configuration. */
export interface ConfigProblem {
  /** Path of the option, for example `merchants.0.hostSecret`. */
  readonly option: string
  /** The rule and the remedy; follows the option's name. */
  readonly message: string
}

const RING = 'During a rotation: NEW,OLD.'

/** The sentence of a schema. */
export const says = (message: string) => ({ error: message })

/** A text that passes `fits`, else the message of the option. */
export const text = (message: string, fits: (value: string) => boolean) =>
  z.string(says(message)).check(z.refine(fits, says(message)))

/** A boolean with its default; `what` is the question that it answers. */
export const flag = (what: string, value: boolean) =>
  z._default(z.boolean(says(`must be true or false: ${what}.`)), value)

export const choice = <const Words extends readonly string[]>(words: Words, message: string) =>
  z.enum(words as unknown as [Words[number], ...Words[number][]], says(message))

/** A list, read-only as those of the options. */
export const list = <Entry extends z.ZodMiniType>(
  entry: Entry,
  message: string,
): z.ZodMiniType<readonly z.output<Entry>[], readonly z.input<Entry>[]> => z.array(entry, says(message))

/** A whole number from `least` to `most`. */
export const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}.`
  return z.int(says(message)).check(z.minimum(least, says(message)), z.maximum(most, says(message)))
}

/** Returns true for an origin exactly as a browser writes it: one origin, without a wildcard. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Beginning of the sentence about a base address. */
export const BASE = 'must be an http or https address without user, query or fragment'

/** Returns true for a base URL to which a path can be appended. */
export function isBase(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { search, hash, username, password } = new URL(value)
  return search + hash + username + password === ''
}

/** Returns true for https, and for http to this machine. */
export function isEncrypted(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isHere)
}

/** Returns true for https, or for http to this machine; without user and fragment. */
export function isSafeUrl(value: string): boolean {
  if (!isEncrypted(value)) return false
  const { username, password, hash } = new URL(value)
  return username + password + hash === ''
}

/** Returns true for at least `least` visible ASCII characters, safe in a header or as a key. */
export const isSecret = (value: string, least: number): boolean =>
  value.length >= least && /^[\x21-\x7e]{1,512}$/.test(value)

/** A secret that passes `fits`, or a list of up to four different ones, the newest first, during a rotation. */
export function ring(message: string, fits: (secret: string) => boolean) {
  const isRing = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.length > 0 &&
        value.length <= RING_MAX &&
        new Set(value).size === value.length &&
        value.every(isOne)
      : isOne(value)
  const isOne = (value: unknown): boolean => typeof value === 'string' && fits(value)
  return z.custom<SecretRing>(isRing, says(`${message} ${RING}`))
}
