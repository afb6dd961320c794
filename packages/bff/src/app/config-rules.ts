// Rules that the schemas of the configuration share; each message says in one sentence how to fix the option.
import * as z from 'zod/mini'

/** The sentence of a schema. */
export const says = (message: string) => ({ error: message })

/** Text of which `fits` is true. */
export const text = (message: string, fits: (value: string) => boolean) =>
  z.string(says(message)).check(z.refine(fits, says(message)))

/** Yes or no, with its default; `what` is the question. */
export const flag = (what: string, value: boolean) =>
  z._default(z.boolean(says(`must be true or false: ${what}.`)), value)

/** One of some words. */
export const choice = <const Words extends readonly string[]>(words: Words, message: string) =>
  z.enum(words as unknown as [Words[number], ...Words[number][]], says(message))

/** A whole number from `least` to `most`. */
export const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}.`
  return z.int(says(message)).check(z.minimum(least, says(message)), z.maximum(most, says(message)))
}

/** Is this an origin exactly as a browser writes it? */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Beginning of the sentence about a base address. */
export const BASE = 'must be an http or https address without user, query or fragment'

/** Is this an address that paths can be put behind? */
export function isBase(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { search, hash, username, password } = new URL(value)
  return search + hash + username + password === ''
}

/** Is this an address of another machine only if the way there is encrypted; without user and fragment? */
export function isSafeUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password, hash } = new URL(value)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username + password + hash === ''
}

/** Can it stand in a header or a signature's key: visible characters of ASCII, `least` at least? */
export const isSecret = (value: string, least: number): boolean =>
  value.length >= least && /^[\x21-\x7e]{1,512}$/.test(value)
