// Passkeys of the browser. A passkey belongs to a host name: an address such as 127.0.0.1 has none.
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

type Json = Record<string, unknown>

/** Whether this page can use passkeys. */
export const hasPasskeys = (): boolean =>
  isSecureContext && !/^[\d.]+$|:/.test(location.hostname) && browserSupportsWebAuthn()

/** Runs a dialog of the browser; `null` if the person closes it, or if it fails. */
const orNull = async (work: () => Promise<object>): Promise<Json | null> => {
  try {
    return { ...(await work()) }
  } catch {
    return null
  }
}

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON']
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Asks the browser for a new passkey. */
export const createPasskey = (options: Json): Promise<Json | null> =>
  orNull(() => startRegistration({ optionsJSON: options as unknown as Creation }))

/** Asks the browser for the signature of a passkey. */
export const usePasskey = (options: Json): Promise<Json | null> =>
  orNull(() => startAuthentication({ optionsJSON: options as unknown as Request }))

/** The sentence about a dialog that ended without a passkey. */
export const NO_PASSKEY = 'No passkey was used. Try again, or use your password.'
