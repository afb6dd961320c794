// Port of WebAuthn: creates options for a browser and verifies the answers of its authenticator.

/** JSON of WebAuthn: options, or an answer. */
export type WebAuthnJson = Readonly<Record<string, unknown>>

/** The public part of a passkey. */
export interface PasskeyKey {
  /** ID of the credential, base64url. */
  readonly id: string
  /** The COSE key in base64url. */
  readonly publicKey: string
  /** Signature counter; 0 if the authenticator has none. */
  readonly counter: number
}

/** The dashboard that the answer must be for, and the answer. */
interface Answer {
  readonly rpId: string
  readonly origin: string
  readonly response: WebAuthnJson
  /** Whether the challenge was issued for this purpose; it is used up by the question. */
  readonly isChallenge: (challenge: string) => Promise<boolean>
}

/** Options for the browser, and their challenge. */
interface Options {
  readonly challenge: string
  readonly options: WebAuthnJson
}

export interface Passkeys {
  registrationOptions(request: {
    readonly rpId: string
    readonly userId: string
    readonly userName: string
    /** IDs of the person's passkeys: an authenticator makes no second one. */
    readonly known: readonly string[]
  }): Promise<Options>
  /** Verifies a new passkey; `null` if the answer is wrong. */
  verifyRegistration(answer: Answer): Promise<PasskeyKey | null>
  signInOptions(request: { readonly rpId: string }): Promise<Options>
  /** Verifies a signature; the new counter, or `null` if the answer is wrong. */
  verifySignIn(answer: Answer & { readonly passkey: PasskeyKey }): Promise<number | null>
}
