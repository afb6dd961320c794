// RFC 9449, DPoP: the BFF issues and verifies bound tokens, the element makes the proofs.
import { absent, clauses, held, partly, test } from './checklist.ts'
import { ISOLATION, PROOFS, SAFETY, TOKEN_CLAIMS, USED_PROOFS } from './holders.ts'

const DPOP = 'packages/bff/src/token/dpop.test.ts'
const PROOF = test(
  'packages/elements/src/shared/proof.test.ts',
  'P22 a proof has the claims of RFC 9449 §4.2 and verifies with its own key',
)
const PRIVATE = test(
  'packages/elements/src/shared/proof.test.ts',
  'the thumbprint is that of RFC 7638, and the private key is not extractable',
)
const HEADER = test(DPOP, 'P22 rejects a request without a proof, with two, or with an invalid one')
const NONCE = test(DPOP, 'answers an old nonce with a new one, which is accepted')
const OTHER_KEY = test(DPOP, "P22 rejects a page's token with another page's key")
const ONCE = test(DPOP, 'P22 a proof is valid for one request')
const BEARER = test(
  'packages/bff/src/token/refused-tokens.test.ts',
  'a bound token is refused under the scheme Bearer',
)
const BODY = test(
  'packages/bff/src/token/used-proofs.test.ts',
  'P22 ${name} refuses an unused proof with another body',
)
const CHALLENGE = test(DPOP, 'a challenge names its scheme, its error and the algorithms of a proof')
const NO_CODE = 'The server of the shop asks for the token; there is no authorization code.'

export const RFC9449 = clauses('rfc9449', 'RFC 9449: DPoP', [
  ['4.1', 'One proof in the header DPoP', held('Two proofs are refused.', HEADER)],
  ['4.2', 'Form and claims of a proof', held('The element writes them.', PROOF)],
  [
    '4.2',
    'A private key that signs proofs only',
    held('Made for the page, not extractable, ES256.', PRIVATE),
  ],
  ['4.3 (1)', 'Not more than one header', held('Refused.', HEADER)],
  ['4.3 (2)', 'A single well-formed JWT', held('At most 4,096 characters.', HEADER)],
  ['4.3 (3)', 'All claims are there', held('jti, htm, htu, iat, ath.', PROOFS)],
  ['4.3 (4)', 'typ is dpop+jwt', held('Compared.', PROOFS)],
  [
    '4.3 (5)',
    'An asymmetric algorithm of the list',
    held('ES256, ES384, EdDSA.', PROOFS, test(DPOP, 'a page may use a key for')),
  ],
  ['4.3 (6)', 'The signature fits the key of the header', held('Verified by jose.', PROOFS)],
  [
    '4.3 (7)',
    'The key of the header is public',
    held('A strict list of members refuses private ones.', PROOFS),
  ],
  ['4.3 (8)', 'htm is the method', held('Compared.', PROOFS)],
  [
    '4.3 (9)',
    'htu is the address',
    held('Below publicUrl, normalized, without the query.', PROOFS, test(DPOP, 'ignores the query in htu')),
  ],
  ['4.3 (10)', 'The nonce is the one of the server', held('Required at each request.', PROOFS, NONCE)],
  [
    '4.3 (11)',
    'The time is acceptable',
    held(
      'The nonce carries the time of the server, so iat is required and not compared.',
      test(DPOP, 'P23'),
      test(DPOP, 'P22 a stolen proof is refused at every age until its nonce has expired'),
    ),
  ],
  [
    '4.3 (12)',
    'ath and the key fit the token',
    held('Hash of the token, thumbprint of the key.', PROOFS, OTHER_KEY),
  ],
  [
    '5',
    'Token request with a proof',
    absent('The server of the shop asks with its secret and gives the thumbprint of the page (`jkt`).'),
  ],
  ['5.1', 'Metadata of the authorization server', absent('A page has one BFF, which it knows.')],
  ['5.2', 'Metadata of the client', absent('There is no registration of clients.')],
  [
    '6.1',
    'The token has cnf.jkt',
    held(
      'A grant without it is refused.',
      TOKEN_CLAIMS,
      test(DPOP, "P22 a grant without the page's key is refused"),
    ),
  ],
  ['6.2', 'Introspection', absent('There is none; the BFF reads its own tokens.')],
  ['7.1', 'Scheme DPoP with challenges', held('401 with the error and the accepted algorithms.', CHALLENGE)],
  ['7.2', 'No bound token as Bearer', held('Refused.', BEARER)],
  [
    '7.3',
    'The client reads challenges and nonces across origins',
    held(
      'The element retries once with the new nonce; CORS exposes both headers.',
      test(
        'packages/bff/src/http/origin.test.ts',
        'caches the preflight of a listed page for two hours and exposes the needed headers',
      ),
    ),
  ],
  ['8', 'Nonce of the authorization server', held('It comes with the token.', NONCE)],
  ['8.1', 'Form of a nonce', held('A window of time and its HMAC, under the secret.', PROOFS)],
  ['8.2', 'New nonces', held('Each answer has one.', NONCE)],
  [
    '9',
    'Nonce of the resource server',
    held(
      'Any process with the secret accepts it for five minutes.',
      test(DPOP, 'accepts a nonce of another instance with the same secret'),
    ),
  ],
  ['10', 'Code bound to the key', absent(NO_CODE)],
  ['10.1', 'Pushed authorization requests', absent(NO_CODE)],
  [
    '11.1',
    'Replay of proofs',
    partly(
      'A proof of a change is used once by all processes. A copied proof of a read can be used once at each other process within five minutes.',
      ONCE,
      USED_PROOFS,
    ),
  ],
  ['11.2', 'Proofs made in advance', held('They need a nonce of the next minutes.', NONCE)],
  ['11.3', 'No way around the nonce', held('A proof without one is refused.', PROOFS)],
  [
    '11.4',
    'Untrusted code in the client',
    partly(
      'Script in the page can use the key, not copy it. Numbers of an application are out of its reach in isolated fields.',
      PRIVATE,
      ISOLATION,
    ),
  ],
  ['11.5', 'JWTs of another kind as proof or token', held('Each kind has its typ.', PROOFS, TOKEN_CLAIMS)],
  ['11.6', 'No symmetric or absent algorithm', held('Refused before a key is used.', PROOFS)],
  [
    '11.7',
    'Integrity of the request',
    held('The claim bh binds the body. Other headers are not signed.', BODY),
  ],
  [
    '11.8',
    'Token and key belong together',
    held('Thumbprint in the token, hash of the token in the proof.', OTHER_KEY),
  ],
  ['11.9', 'Code and key belong together', absent(NO_CODE)],
  ['11.10', 'Hash agility', absent('The thumbprint is SHA-256, as the RFC defines.')],
  [
    '11.11',
    'Key and client belong together',
    held(
      'Your server binds page, order and key in one grant; production refuses tokens without a key.',
      OTHER_KEY,
      SAFETY,
    ),
  ],
])
