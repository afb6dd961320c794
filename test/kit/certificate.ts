// X.509 certificates for tests (RFC 5280): a private authority and a certificate of this machine that it signs. They are generated
// anew each time, so the repository contains no key.
import { createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** A server's key and certificate, and the authority that vouches for it; PEM. */
export interface Certificates {
  readonly authority: string
  readonly certificate: string
  readonly key: string
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const text = (value: string): Buffer => der(0x0c, Buffer.from(value))
const time = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`))

const COMMON_NAME = '550403'
const ECDSA_SHA256 = '2a8648ce3d040302'
const BASIC_CONSTRAINTS = '551d13'
const SUBJECT_ALTERNATIVE_NAME = '551d11'

const nameOf = (name: string): Buffer => sequence(der(0x31, sequence(oid(COMMON_NAME), text(name))))
const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END ${label}-----\n`

interface Wish {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly extension: Buffer
}

/** Signs a certificate that is good for an hour before and a day after now. */
function sign({ subject, publicKey, signer, extension }: Wish): string {
  const nowMs = Date.now()
  const algorithm = sequence(oid(ECDSA_SHA256))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf('Tapboard test authority'),
    sequence(time(new Date(nowMs - 3_600_000)), time(new Date(nowMs + 86_400_000))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = createSign('sha256').update(body).sign(signer)
  return pem('CERTIFICATE', sequence(body, algorithm, der(0x03, Buffer.from([0]), signature)))
}

/** Makes an authority and a server's certificate for `https://127.0.0.1` and `https://localhost`. */
export function makeCertificates(): Certificates {
  const [ca, server] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const yes = der(0x01, Buffer.from([0xff]))
  const names = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')))
  return {
    authority: sign({
      subject: 'Tapboard test authority',
      publicKey: ca.publicKey,
      signer: ca.privateKey,
      extension: sequence(oid(BASIC_CONSTRAINTS), yes, der(0x04, sequence(yes))),
    }),
    certificate: sign({
      subject: '127.0.0.1',
      publicKey: server.publicKey,
      signer: ca.privateKey,
      extension: sequence(oid(SUBJECT_ALTERNATIVE_NAME), der(0x04, names)),
    }),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
