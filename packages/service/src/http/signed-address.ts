// Address and secret of a receiver of signed requests that contain regulated values or charge cards.
import { isWeakSecret } from '@tapboard/server'
import { SIGNING_SECRET_MIN } from './signing-secret.ts'

/** URL and secret of a receiver. */
export interface SignedAddress {
  /** An https URL, or http on this machine. */
  readonly url: string
  readonly secret: string
}

/** Names of an address in error sentences. */
interface AddressNames {
  readonly what: string
  /** Variable of the secret. */
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

/** Validates an address; a string is the error sentence. */
export function readSignedAddress(
  address: SignedAddress,
  { what, variable }: AddressNames,
): SignedAddress | string {
  const url = plainUrl(address.url)
  if (url === null)
    return `The ${what} URL must be https, or http on this machine, without a user, a query and a fragment.`
  if (address.secret.length < SIGNING_SECRET_MIN)
    return `The ${what} needs ${variable} with at least ${SIGNING_SECRET_MIN} characters to verify requests.`
  if (isWeakSecret(address.secret))
    return `${variable} must be random: it repeats few characters or a part of itself. Make one with: openssl rand -base64 32.`
  return { url, secret: address.secret }
}
