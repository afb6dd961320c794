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

/** Words that guesses begin with: those of common passwords, and those of this product. */
const COMMON_WORDS = [
  'administrator',
  'admin',
  'dashboard',
  'iloveyou',
  'letmein',
  'login',
  'passwort',
  'password',
  'payments',
  'payment',
  'secret',
  'tapboard',
  'terminal',
  'welcome',
] as const

const KEYBOARD = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const

/** The column of a key; -1 for any other sign. */
const columnOf = (sign: string): number => Math.max(...KEYBOARD.map((keys) => keys.indexOf(sign)))

/** Whether two keys are in the same or in neighbouring columns, so that a finger goes up, down or one aside. */
function areNeighbours(one: string, other: string): boolean {
  const [first, second] = [columnOf(one), columnOf(other)]
  return first >= 0 && second >= 0 && Math.abs(first - second) <= 1
}

/** Whether at most every fourth step leaves the neighbouring keys, as in `1qaz2wsx3edc`. Texts step to a distant key more often. */
function isKeyboardWalk(plain: string): boolean {
  const signs = Array.from(plain)
  const jumps = signs.slice(1).filter((sign, index) => !areNeighbours(signs[index] ?? '', sign)).length
  return jumps * 4 <= signs.length
}

/** Whether fewer than five signs remain without common words, names, digits and punctuation. */
function isMadeOf(plain: string, words: readonly string[]): boolean {
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), plain)
  return Array.from(rest.replaceAll(/[\p{N}\p{P}\p{S}\s]/gu, '')).length < 5
}

/** The reason why a password is too weak, as a sentence; `null` if it is accepted. `names` are those of person and account. */
export function passwordFault(password: string, names: readonly string[]): string | null {
  const length = Array.from(password).length
  if (length < PASSWORD_MIN)
    return `Use at least ${PASSWORD_MIN} characters. Several words are easy to remember.`
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  const plain = password.toLowerCase()
  if (new Set(plain).size < 5) return 'Use at least five different characters.'
  if (/^(.{1,6})\1+$/u.test(plain)) return 'Do not repeat one short text.'
  const own = names.flatMap((name) => name.toLowerCase().split(/\s+/)).filter((word) => word.length > 2)
  if (isMadeOf(plain, own))
    return 'Do not use your name, the name of your account, or digits alone. Use several other words.'
  if (isMadeOf(plain, [...COMMON_WORDS, ...own]) || isKeyboardWalk(plain))
    return 'This password is easy to guess. Use several words.'
  return null
}
