// Address and secret of a receiver of signed requests that contain regulated values or charge cards.
import { isWeakSecret, SIGNATURES_MAX, secretsIn, type SecretRing } from '@tapboard/server'
import { SIGNING_SECRET_MIN } from './signing-secret.ts'

/** URL and secret of a receiver. */
export interface SignedAddress {
  /** An https URL, or http on this machine. */
  readonly url: string
  /** The secret, or `[new, old]` during a rotation: requests are then signed with both. */
  readonly secret: SecretRing
}

/** Names of an address in error sentences. */
interface AddressNames {
  readonly what: string
  readonly variable: string
}

/** Normalizes a URL; `null` if it is invalid or would send the values unencrypted. */
function plainUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && here)
  const plain = url.username === '' && url.password === '' && url.hash === '' && url.search === ''
  return safe && plain ? url.href.replace(/\/+$/, '') : null
}

/** Why an address is refused. */
interface AddressFault {
  readonly wrong: 'url' | 'secret'
  /** A sentence about the error. */
  readonly message: string
}

/** Whether an address was refused. */
export const isAddressFault = (read: SignedAddress | AddressFault): read is AddressFault => 'wrong' in read

/** Validates an address to which signed requests are sent. */
export function readSignedAddress(
  address: SignedAddress,
  { what, variable }: AddressNames,
): SignedAddress | AddressFault {
  const refuse = (wrong: AddressFault['wrong'], message: string): AddressFault => ({ wrong, message })
  const url = plainUrl(address.url)
  if (url === null)
    return refuse(
      'url',
      `The ${what} URL must be https, or http on this machine, without a user, a query and a fragment.`,
    )
  const secrets = secretsIn(address.secret)
  if (secrets.length === 0 || secrets.some((secret) => secret.length < SIGNING_SECRET_MIN))
    return refuse(
      'secret',
      `${variable} must have at least ${SIGNING_SECRET_MIN} characters: the ${what} verifies requests with it.`,
    )
  if (secrets.length > SIGNATURES_MAX || new Set(secrets).size < secrets.length)
    return refuse('secret', `${variable} takes one secret, or two different ones during a rotation, NEW,OLD.`)
  if (secrets.some(isWeakSecret))
    return refuse(
      'secret',
      `${variable} must be random: it repeats few characters or a part of itself. Make one with: openssl rand -base64 32.`,
    )
  return { url, secret: address.secret }
}

/** The secret of a variable; a comma separates the secrets of a rotation. */
export function ringOf(text: string): SecretRing {
  const [first = '', ...others] = text.split(',')
  return others.length === 0 ? first : [first, ...others]
}
