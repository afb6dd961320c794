import { chapter, held, test } from '../checklist.ts'
import { TOKEN_CLAIMS, TOKEN_FORGERY } from '../holders.ts'

export const V9 = chapter('V9', 'Self-contained tokens', [
  ['9.1.1', 1, 'The signature is verified first', held('38 forged tokens are refused.', TOKEN_FORGERY)],
  ['9.1.2', 1, 'Algorithms are on a list', held('ES256 only.', TOKEN_FORGERY)],
  [
    '9.1.3',
    1,
    'Keys come from a trusted place',
    held(
      'jwk, jku and x5u are refused. The public key derives from the sealed private one.',
      TOKEN_FORGERY,
      test('packages/bff/src/token/rotation.test.ts', 'another public key in the database verifies no token'),
    ),
  ],
  [
    '9.2.1',
    1,
    'Times are compared',
    held('nbf, exp and the longest life, on the clock of the server.', TOKEN_CLAIMS),
  ],
  ['9.2.2', 2, 'The type of token is compared', held('A typ for each kind.', TOKEN_CLAIMS)],
  ['9.2.3', 2, 'The audience is compared', held('publicUrl is issuer and audience.', TOKEN_CLAIMS)],
  [
    '9.2.4',
    2,
    'The audience is unique to each receiver',
    held('A key pair signs for one publicUrl only.', TOKEN_CLAIMS),
  ],
])
