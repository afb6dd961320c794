import { absent, byHost, chapter, held, test } from '../checklist.ts'
import { BROWSER_KEYS, TOKEN_CLAIMS, TOKEN_SCOPE } from '../holders.ts'

const NO_CODE = 'There is no authorization code: the server of the shop asks for each token itself.'
const NO_REFRESH = 'There are no refresh tokens: the page asks its server again.'
const NO_OIDC = 'There is no OpenID Connect.'
const NO_CONSENT = 'There is no third party to which a person grants rights.'

export const V10 = chapter('V10', 'OAuth and OpenID Connect', [
  [
    '10.1.1',
    2,
    'Tokens reach only those who need them',
    held('The API key stays in the BFF; a page holds one token for one thing.', BROWSER_KEYS),
  ],
  ['10.1.2', 2, 'Answers belong to the request of this browser', absent(NO_CODE)],
  ['10.2.1', 2, 'The code flow is protected from CSRF', absent(NO_CODE)],
  ['10.2.2', 2, 'Mix-up of authorization servers', absent('A page has one BFF.')],
  ['10.3.1', 2, 'The audience is compared', held('publicUrl.', TOKEN_CLAIMS)],
  [
    '10.3.2',
    2,
    'Claims decide about rights',
    held('Kind, order, amount, terminals, person, rights.', TOKEN_SCOPE),
  ],
  [
    '10.3.3',
    2,
    'A person has a permanent identifier',
    byHost('Your server gives the ID of the person in resolve, refund and desk grants. Never reuse one.'),
  ],
  [
    '10.3.4',
    2,
    'Strength of authentication',
    byHost('Your server authenticates the person before it asks for a token.'),
  ],
  ['10.4.1', 1, 'Redirect addresses are exact', absent(NO_CODE)],
  ['10.4.2', 1, 'Codes are used once', absent(NO_CODE)],
  ['10.4.3', 1, 'Codes are short-lived', absent(NO_CODE)],
  [
    '10.4.4',
    1,
    'No implicit or password grant',
    absent('There is one grant: the server of the shop with its secret.'),
  ],
  ['10.4.5', 1, 'Refresh tokens are bound or rotated', absent(NO_REFRESH)],
  ['10.4.6', 2, 'PKCE', absent(NO_CODE)],
  ['10.4.7', 2, 'Dynamic registration of clients', absent('Merchants are in the configuration.')],
  ['10.4.8', 2, 'Refresh tokens end', absent(NO_REFRESH)],
  [
    '10.4.9',
    2,
    'A person can revoke tokens',
    absent(`${NO_REFRESH} The host withdraws the tokens of an order.`),
  ],
  [
    '10.4.10',
    2,
    'Confidential clients authenticate',
    held(
      'The host secret, compared in constant time.',
      test(
        'packages/bff/src/http/bad-input.test.ts',
        'mints nothing with a wrong, missing or truncated host secret',
      ),
    ),
  ],
  [
    '10.4.11',
    2,
    'Clients get the scopes that they need',
    held(
      'Each grant names its kind and, for a sale, its terminals.',
      test('packages/bff/src/token/grants.test.ts', 'D-146 a sale grant names its terminals'),
    ),
  ],
  ['10.5.1', 2, 'Replay of ID tokens', absent(NO_OIDC)],
  ['10.5.2', 2, 'Subject of ID tokens', absent(NO_OIDC)],
  ['10.5.3', 2, 'Metadata of the issuer', absent(NO_OIDC)],
  ['10.5.4', 2, 'Audience of ID tokens', absent(NO_OIDC)],
  ['10.5.5', 2, 'Back-channel logout', absent(NO_OIDC)],
  ['10.6.1', 2, 'Response modes of a provider', absent(NO_OIDC)],
  ['10.6.2', 2, 'Forced logout at a provider', absent(NO_OIDC)],
  ['10.7.1', 2, 'Consent to each authorization', absent(NO_CONSENT)],
  ['10.7.2', 2, 'Consent is informed', absent(NO_CONSENT)],
  ['10.7.3', 2, 'Consent can be reviewed', absent(NO_CONSENT)],
])
