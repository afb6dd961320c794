// Verifies passkeys with @simplewebauthn/server, which is loaded at the first use: most processes of the service never
// need it. No attestation is asked for, so no vendor learns of a person.
import { fromBase64url, toBase64url, utf8 } from '@tapboard/store/crypto'
import type { Passkeys } from './passkey-port.ts'

const NAME = 'Tapboard'

/** EdDSA, ES256, RS256: what authenticators of today have. */
const ALGORITHMS = [-8, -7, -257]

/** A fault of an answer is an expected outcome: the library throws for it. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)

const library = () => import('@simplewebauthn/server')

type Registration = Parameters<
  Awaited<ReturnType<typeof library>>['verifyRegistrationResponse']
>[0]['response']
type Authentication = Parameters<
  Awaited<ReturnType<typeof library>>['verifyAuthenticationResponse']
>[0]['response']

export const webAuthnPasskeys: Passkeys = {
  async registrationOptions({ rpId, userId, userName, known }) {
    const { generateRegistrationOptions } = await library()
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: rpId,
      userID: utf8(userId),
      userName,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { challenge: options.challenge, options: { ...options } }
  },

  async verifyRegistration({ rpId, origin, response, isChallenge }) {
    const { verifyRegistrationResponse } = await library()
    const result = await orNull(
      verifyRegistrationResponse({
        // The library checks every member.
        response: response as unknown as Registration,
        expectedChallenge: isChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    )
    if (result?.verified !== true) return null
    const { id, publicKey, counter } = result.registrationInfo.credential
    return { id, publicKey: toBase64url(publicKey), counter }
  },

  async signInOptions({ rpId }) {
    const { generateAuthenticationOptions } = await library()
    const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
    return { challenge: options.challenge, options: { ...options } }
  },

  async verifySignIn({ rpId, origin, response, isChallenge, passkey }) {
    const { verifyAuthenticationResponse } = await library()
    const result = await orNull(
      verifyAuthenticationResponse({
        response: response as unknown as Authentication,
        expectedChallenge: isChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: { ...passkey, publicKey: fromBase64url(passkey.publicKey) },
        requireUserVerification: true,
      }),
    )
    return result?.verified === true ? result.authenticationInfo.newCounter : null
  },
}
