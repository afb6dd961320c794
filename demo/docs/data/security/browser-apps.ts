// OAuth 2.0 for Browser-Based Applications (draft 26, before its RFC number). Its pattern here is the token-mediating backend: your
// server gets the token, the page uses it.
import { absent, byHost, clauses, held, partly, test } from './checklist.ts'
import {
  BROWSER_KEYS,
  FORGED_MESSAGES,
  FRAME_MESSAGES,
  HEADERS,
  HOSTILE_FUNCTIONS,
  ISOLATION,
  ORIGINS,
  PAGE_POLICY,
  PLAIN_FORMS,
  PROOFS,
  REMOVED_ELEMENT,
  SERVICE_WORKER,
  TOKEN_CLAIMS,
  TOKEN_SCOPE,
} from './holders.ts'

const PRIVATE = test(
  'packages/elements/src/shared/proof.test.ts',
  'the thumbprint is that of RFC 7638, and the private key is not extractable',
)
const HOST_ONLY = test(
  'packages/bff/src/http/origin.test.ts',
  'refuses the host secret from a page, even a listed one',
)
const SAMPLE = test('demo/host/app.test.ts', 'the amount of a token comes from the order, not from the page')
const NO_WORKER = 'No token is in a worker.'

export const BROWSER_APPS = clauses('browser-apps', 'OAuth 2.0 for browser-based applications (draft 26)', [
  ['5.1.1', 'Theft of a token, once', held('Without the key of the page the token is useless.', PROOFS)],
  [
    '5.1.2',
    'Theft of tokens, repeatedly',
    held('The same; a token lives 2 to 60 minutes.', PROOFS, TOKEN_CLAIMS),
  ],
  [
    '5.1.3',
    'New tokens for a key of the attacker',
    partly(
      'Script in the page can ask your server for a token as the page does. Your server decides for which order; the amount is its own.',
      SAMPLE,
    ),
  ],
  [
    '5.1.4',
    'Requests through the browser of the victim',
    partly(
      'Script in the page acts as the page: it can start the sale of its order. It cannot read isolated fields.',
      TOKEN_SCOPE,
      ISOLATION,
      HOSTILE_FUNCTIONS,
      SERVICE_WORKER,
    ),
  ],
  [
    '6.1',
    'Backend for frontend',
    absent('The page calls the BFF with a token of its own, so that watching works without your server.'),
  ],
  [
    '6.2.2.1',
    'Endpoint of your server for tokens',
    byHost('It requires the session of the person; tokenFrom calls it.', SAMPLE),
  ],
  ['6.2.2.2', 'Refresh tokens stay at the server', absent('There are none.')],
  ['6.2.2.3', 'Tokens for the page have few rights', held('One kind, one order, one amount.', TOKEN_SCOPE)],
  [
    '6.2.2.4',
    'State of the session',
    byHost('The session of your shop, in a cookie that scripts cannot read.'),
  ],
  ['6.2.3.1', 'The backend is a confidential client', held('Host secret, refused from a page.', HOST_ONLY)],
  [
    '6.2.3.2',
    'Cookies',
    byHost('Of your shop: Secure, HttpOnly, SameSite, __Host-. BFF and elements have none.'),
  ],
  [
    '6.2.3.3',
    'CSRF at the endpoint of tokens',
    byHost(
      'Compare the origin, as the demo does.',
      test('demo/host/app.test.ts', 'another site’s page gets neither token nor pairing code nor order'),
    ),
  ],
  ['6.2.3.4', 'Bound tokens', held('DPoP with a nonce.', PROOFS)],
  [
    '6.2.4.3',
    'Policies and Trusted Types against script',
    held('The elements work under the strictest policy.', PAGE_POLICY),
  ],
  ['6.3', 'OAuth client in the browser', absent('The page runs no flow.')],
  [
    '6.3.3.1',
    'No secret in the browser',
    held('Pages, answers and files are searched for keys.', BROWSER_KEYS),
  ],
  [
    '6.3.3.3',
    'Messages between windows',
    held('Origin and source are compared.', FRAME_MESSAGES, FORGED_MESSAGES),
  ],
  [
    '6.3.3.4',
    'CORS',
    held('Exact origins, a preflight for each request with a token.', ORIGINS, PLAIN_FORMS),
  ],
  ['7.1', 'Cookies of one domain without OAuth', absent('The BFF reads no cookie.')],
  ['7.2', 'No implicit grant', absent('No token is in a redirect.')],
  ['7.3', 'No password grant', absent('No password reaches the BFF.')],
  ['7.4', 'No flow in a service worker', absent(NO_WORKER)],
  [
    '8.1',
    'No token in a cookie',
    held(
      'A token in a cookie is ignored.',
      test(
        'packages/bff/src/token/refused-tokens.test.ts',
        'P24 ignores a token in a query, a cookie or a body',
      ),
    ),
  ],
  ['8.2', 'Tokens in a service worker', absent(NO_WORKER)],
  ['8.3', 'Tokens in a web worker', absent(NO_WORKER)],
  [
    '8.4',
    'Tokens in memory',
    partly(
      'In private members. Script that replaced fetch before the element loaded sees the token, not the key.',
      PRIVATE,
      REMOVED_ELEMENT,
    ),
  ],
  ['8.5', 'No token in storage', held('Storage holds no token.', PAGE_POLICY)],
  ['8.6', 'Storage on disk', held('Neither token nor key is stored.', PAGE_POLICY, PRIVATE)],
  ['9.1', 'Short and narrow tokens', held('2 to 60 minutes, one thing each.', TOKEN_CLAIMS, TOKEN_SCOPE)],
  ['9.2', 'Sender-constrained tokens', held('The key is not extractable.', PROOFS, PRIVATE)],
  ['9.3', 'Mix-up', absent('A page has one BFF.')],
  [
    '9.4',
    'An origin for each application',
    byHost('Give the shop an origin without other applications.', HEADERS),
  ],
])
