/** A software authenticator (WebAuthn), and what a test reads from the dashboard for it. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { ORIGIN, type DashboardAnswer } from './dashboard.ts'

/** An object of JSON. */
export type Json = Record<string, unknown>

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

/** The base64url text of bytes. */
export const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')

/** The options of a ceremony that has begun. */
export const optionsOf = ({ body }: DashboardAnswer): Json => body['options'] as Json

/** Deviations of a false answer. */
export interface Deviations {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** Flags of the authenticator: user present 1, user verified 4. */
  readonly flags?: number
  readonly type?: string
  readonly counter?: number
  readonly key?: KeyObject
}

/** An authenticator with one ES256 key (WebAuthn §6). */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  #client(type: string, options: Json, { origin = ORIGIN, challenge, type: other }: Deviations): string {
    return JSON.stringify({
      type: other ?? type,
      challenge: challenge ?? options['challenge'],
      origin,
      crossOrigin: false,
    })
  }

  #data({ rpId = 'service.test', flags = 5, counter }: Deviations, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? (this.#counter += 1))
    const flag = Buffer.of(attested === undefined ? flags : flags | 0x40)
    return Buffer.concat([sha256(rpId), flag, count, attested ?? Buffer.alloc(0)])
  }

  /** Answers `create`: attestation `none` in CBOR (RFC 8949). */
  create(options: Json, deviations: Deviations = {}): Json {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.of(0, this.id.length)
    const data = this.#data(deviations, Buffer.concat([Buffer.alloc(16), length, this.id, cose]))
    const object = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.of(data.length),
      data,
    ])
    return this.#answer({
      clientDataJSON: base64url(this.#client('webauthn.create', options, deviations)),
      attestationObject: base64url(object),
    })
  }

  /** Answers `get`: the signature over authenticator data and the hash of the client data. */
  get(options: Json, deviations: Deviations = {}): Json {
    const client = this.#client('webauthn.get', options, deviations)
    const data = this.#data(deviations)
    const signed = Buffer.concat([data, sha256(client)])
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, deviations.key ?? this.#pair.privateKey)),
    })
  }

  #answer(response: Json): Json {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
