// RFC 9700, security of OAuth 2.0. There is one grant: the server of the shop asks for a token for its page.
import { absent, byHost, clauses, held, partly, test } from './checklist.ts'
import {
  BROWSER_KEYS,
  COVERED_BUTTON,
  FIELD_PAGE,
  FORGED_MESSAGES,
  FRAME_MESSAGES,
  HEADERS,
  ORIGINS,
  PROOFS,
  PROXY_SECTION,
  PROXY_SMUGGLING,
  PROXY_TLS,
  SMUGGLING,
  SOURCE_ADDRESS,
  SPOOFED,
  TOKEN_CLAIMS,
  TOKEN_PLACE,
  TOKEN_SCOPE,
} from './holders.ts'

const NO_REDIRECT = 'No authorization request passes through a browser.'
const NO_REFRESH = 'There are no refresh tokens.'
const HOST_SECRET = test(
  'packages/bff/src/http/bad-input.test.ts',
  'mints nothing with a wrong, missing or truncated host secret',
)
const NO_REDIRECT_FOLLOWED = test(
  'packages/elements/src/shared/client.test.ts',
  'P22 follows no redirect: token, proof and body reach no other server',
)

export const RFC9700 = clauses('rfc9700', 'RFC 9700: security of OAuth 2.0', [
  ['2.1', 'Redirect flows are protected', absent(NO_REDIRECT)],
  ['2.1.1', 'Authorization code with PKCE', absent(NO_REDIRECT)],
  ['2.1.2', 'No implicit grant', absent('The server of the shop fetches the token; none is in a redirect.')],
  ['2.2.1', 'Access tokens are bound to their sender', held('DPoP, required in production.', PROOFS)],
  ['2.2.2', 'Refresh tokens are bound or rotated', absent(NO_REFRESH)],
  [
    '2.3',
    'Tokens have the least rights',
    held('One kind, one order, one amount, named terminals, one page.', TOKEN_SCOPE),
  ],
  ['2.4', 'No password grant', absent('No password reaches the BFF.')],
  [
    '2.5',
    'Clients authenticate',
    partly('The server of the shop uses a secret, which rotates. It has no asymmetric way.', HOST_SECRET),
  ],
  [
    '2.6',
    'TLS from end to end, metadata, no CORS at the authorization endpoint',
    byHost('Your proxy ends TLS. There is no authorization endpoint.', PROXY_TLS, PROXY_SECTION),
  ],
  ['4.1', 'Redirect addresses are exact', absent(NO_REDIRECT)],
  [
    '4.2',
    'No leak by Referer',
    held('No token in an address, `no-referrer` at every answer.', HEADERS, TOKEN_PLACE),
  ],
  ['4.3', 'No leak by the history of the browser', held('A token in a query is ignored.', TOKEN_PLACE)],
  ['4.4', 'Mix-up', absent('A page has one BFF.')],
  ['4.5', 'Injected codes', absent(NO_REDIRECT)],
  ['4.6', 'Injected access tokens', held('A token of another page or key is refused.', PROOFS, TOKEN_SCOPE)],
  ['4.7', 'CSRF', held('No cookie; origins are compared.', ORIGINS)],
  ['4.8', 'Downgrade of PKCE', absent(NO_REDIRECT)],
  [
    '4.9.1',
    'A counterfeit resource server',
    held(
      'The element sends tokens to bff-url only and follows no redirect; the proof names the address.',
      NO_REDIRECT_FOLLOWED,
    ),
  ],
  [
    '4.9.2',
    'A compromised resource server',
    held('A token is for one publicUrl, and each proof for one request.', TOKEN_CLAIMS, PROOFS),
  ],
  ['4.10.1', 'Stolen tokens: bound to their sender', held('DPoP.', PROOFS)],
  ['4.10.2', 'Stolen tokens: bound to their audience', held('publicUrl.', TOKEN_CLAIMS)],
  ['4.11', 'No open redirector', absent('No answer redirects.')],
  ['4.12', 'No 307 after a sign-in', absent('No answer redirects.')],
  [
    '4.13',
    'Headers of a TLS proxy',
    held(
      'Forged ones are ignored; ambiguous requests are refused.',
      SOURCE_ADDRESS,
      SMUGGLING,
      PROXY_SMUGGLING,
      SPOOFED,
    ),
  ],
  ['4.14', 'Refresh tokens are protected', absent(NO_REFRESH)],
  [
    '4.15',
    'A client that poses as a person',
    held(
      'Kinds of tokens are separate types; the host secret is refused from a page.',
      TOKEN_CLAIMS,
      test('packages/bff/src/http/origin.test.ts', 'refuses the host secret from a page, even a listed one'),
    ),
  ],
  [
    '4.16',
    'Clickjacking',
    partly(
      'Answers cannot be framed, isolated fields by listed origins only. In a frame of another site a covered button starts nothing in Chromium; elsewhere the frame-ancestors of your page protect.',
      HEADERS,
      FIELD_PAGE,
      COVERED_BUTTON,
    ),
  ],
  [
    '4.17',
    'Messages within a browser',
    held(
      'Origin and source are compared; no token is in a message.',
      FRAME_MESSAGES,
      BROWSER_KEYS,
      FORGED_MESSAGES,
    ),
  ],
])
