// Port of password hashing, and the rules of a password. Pure.
import { PASSWORD_MAX, PASSWORD_MIN } from '@tapboard/contract/dashboard'

/** Hashes passwords with a salt and a slow function. */
export interface Passwords {
  /** A text with the function, its parameters, the salt and the hash. */
  hash(password: string): Promise<string>
  /** Whether the password has this hash. False for a text that is no hash. */
  verify(password: string, hash: string): Promise<boolean>
}

/** Normalizes a typed password (RFC 8265 §4): the same characters on every keyboard give the same password. */
export const normalizePassword = (typed: string): string => typed.normalize('NFC')

/** The reason why a password is too weak, as a sentence; `null` if it is accepted. */
export function passwordFault(password: string, name: string): string | null {
  const length = Array.from(password).length
  if (length < PASSWORD_MIN)
    return `Use at least ${PASSWORD_MIN} characters. Several words are easy to remember.`
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  const plain = password.toLowerCase()
  if (new Set(plain).size < 5) return 'Use at least five different characters.'
  if (plain.includes(name.toLowerCase()) && name.length * 2 > length)
    return 'Do not use your name as the password.'
  if (/^(.{1,6})\1+$/u.test(plain)) return 'Do not repeat one short text.'
  if (/^(password|passwort|qwertyuiop|qwertzuiop|letmein|welcome)?[0-9!.]*$/u.test(plain))
    return 'This password is easy to guess. Use several words.'
  return null
}
