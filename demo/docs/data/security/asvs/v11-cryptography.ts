import { absent, chapter, held, partly, section, test } from '../checklist.ts'
import {
  CIPHERS,
  DIGESTS,
  KEYS,
  NO_DANGEROUS_CALLS,
  PASSWORD_HASH,
  ROTATION,
  SIGNING_KEYS,
  TOKEN_FORGERY,
} from '../holders.ts'

export const V11 = chapter('V11', 'Cryptography', [
  [
    '11.1.1',
    2,
    'Keys have a policy and a life cycle',
    held('Who holds each key, its life, how it is replaced.', KEYS, section('options', 'Rotate secrets')),
  ],
  ['11.1.2', 2, 'An inventory of keys and algorithms', held('One table.', KEYS)],
  [
    '11.2.1',
    2,
    'Validated implementations',
    held('WebCrypto, Node, jose; @noble/hashes where digests of the platform are asynchronous.', DIGESTS),
  ],
  [
    '11.2.2',
    2,
    'Algorithms and keys can be replaced',
    partly(
      'Keys and secrets rotate and data is encrypted again, without a refused request. An algorithm changes with a release.',
      ROTATION,
      test(
        'packages/service/src/http/secret-rotation.test.ts',
        'D-149 a rotation of the secrets of both processors under load loses no request',
      ),
    ),
  ],
  ['11.2.3', 2, '128 bits of security', held('P-256, AES-256, SHA-256, HKDF.', SIGNING_KEYS, CIPHERS)],
  ['11.3.1', 1, 'No weak modes and paddings', held('AES-GCM only.', CIPHERS, NO_DANGEROUS_CALLS)],
  ['11.3.2', 1, 'Approved ciphers', held('AES-256-GCM, and A256GCM in JWE.', CIPHERS)],
  ['11.3.3', 2, 'Ciphertext is authenticated', held('GCM, bound to its row by additional data.', CIPHERS)],
  ['11.4.1', 1, 'Approved hashes', held('SHA-256.', DIGESTS, NO_DANGEROUS_CALLS)],
  ['11.4.2', 2, 'Passwords have a slow hash', held('scrypt with 32 MiB and three passes.', PASSWORD_HASH)],
  [
    '11.4.3',
    2,
    'Hashes for integrity are collision resistant',
    held('SHA-256 in signatures, proofs and the chain of events.', DIGESTS),
  ],
  [
    '11.4.4',
    2,
    'Keys from passwords are stretched',
    absent(
      'No key comes from a password. HKDF derives keys from random secrets, and weak secrets are refused.',
    ),
  ],
  [
    '11.5.1',
    2,
    'Secrets come from a CSPRNG with 128 bits',
    partly(
      'Keys, tokens, links and nonces have 128 bits and more. A pairing code has 40: it is typed at a terminal, lives a day and allows few tries.',
      NO_DANGEROUS_CALLS,
      test('packages/service/src/account/accounts.test.ts', 'IDs and codes have their documented formats'),
    ),
  ],
  [
    '11.6.1',
    2,
    'Approved key generation and signatures',
    held('ECDSA and ECDH on P-256 by WebCrypto.', SIGNING_KEYS, TOKEN_FORGERY),
  ],
])
