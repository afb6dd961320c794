import { absent, byHost, chapter, held, test } from '../checklist.ts'
import {
  COOKIE,
  FORGED_MESSAGES,
  FRAME_MESSAGES,
  HEADERS,
  HOSTILE_STRINGS,
  NO_DANGEROUS_CALLS,
  ORIGINS,
  OTHER_SITES,
  PAGE_POLICY,
  PLAIN_FORMS,
  SERVICE_HEADERS,
} from '../holders.ts'

const COOKIES = 'The dashboard has the one cookie; the BFF and the elements have none.'

export const V3 = chapter('V3', 'Web frontend', [
  [
    '3.2.1',
    1,
    'A browser does not render an answer in another context',
    held(
      'APIs answer JSON with nosniff and a policy that allows nothing; isolated fields are sandboxed.',
      HEADERS,
      SERVICE_HEADERS,
    ),
  ],
  [
    '3.2.2',
    1,
    'Text is rendered as text',
    held(
      'Templates of lit only, under Trusted Types.',
      NO_DANGEROUS_CALLS,
      PAGE_POLICY,
      test('packages/elements/src/merchant-apply/steps/steps.browser.ts', 'keeps hostile text as typed'),
      HOSTILE_STRINGS,
    ),
  ],
  ['3.3.1', 1, 'Cookies are Secure and have a prefix', held(COOKIES, COOKIE)],
  ['3.3.2', 2, 'Cookies have SameSite', held('Strict.', COOKIE)],
  [
    '3.3.3',
    2,
    'Cookies have the prefix __Host-',
    held('On https; a browser refuses the prefix on http.', COOKIE),
  ],
  ['3.3.4', 2, 'Cookies are hidden from scripts', held('HttpOnly; no body holds the value.', COOKIE)],
  [
    '3.4.1',
    1,
    'HSTS for a year and the hosts below',
    held(
      'Two years, with includeSubDomains. The BFF sends it if publicUrl is https.',
      HEADERS,
      SERVICE_HEADERS,
    ),
  ],
  ['3.4.2', 1, 'CORS for listed origins', held('Exact comparison, never `*`.', ORIGINS)],
  [
    '3.4.3',
    2,
    'A Content Security Policy with object-src and base-uri none',
    held(
      "`default-src 'none'` and `base-uri 'none'` at each answer; hashes and Trusted Types where there is a script. The policy of your page is yours.",
      HEADERS,
      SERVICE_HEADERS,
    ),
  ],
  ['3.4.4', 2, 'nosniff', held('At every answer.', HEADERS, SERVICE_HEADERS)],
  ['3.4.5', 2, 'Referrer policy', held('`no-referrer` at every answer.', HEADERS, SERVICE_HEADERS)],
  [
    '3.4.6',
    2,
    'frame-ancestors',
    held(
      "`'none'`, and the listed origins for isolated fields. Of your page you decide.",
      HEADERS,
      SERVICE_HEADERS,
    ),
  ],
  [
    '3.5.1',
    1,
    'Requests come from the application (CSRF)',
    held(
      'The BFF reads no cookie: each request has a token and a proof in headers. The dashboard compares origins.',
      OTHER_SITES,
      PLAIN_FORMS,
    ),
  ],
  [
    '3.5.2',
    1,
    'No request evades the preflight',
    held('Authorization and DPoP need one; other media types are refused.', PLAIN_FORMS, OTHER_SITES),
  ],
  [
    '3.5.3',
    1,
    'Safe methods change nothing',
    held(
      'Every change is POST, PUT, PATCH or DELETE; another method is 405.',
      test(
        'packages/bff/src/token/used-proofs.test.ts',
        'D-134 every route that changes state with a token of a page is in this table',
      ),
      test('packages/bff/src/http/headers.test.ts', '405 lists the allowed methods'),
    ),
  ],
  [
    '3.5.4',
    2,
    'Each application has a host of its own',
    byHost(
      'Mount the BFF and the dashboard on hosts of their own where you can. An isolated field has an origin of its own at any address.',
    ),
  ],
  [
    '3.5.5',
    2,
    'Messages of other origins are discarded',
    held(
      'Origin, source and application of each message are compared; isolated fields speak through a port of their own.',
      FRAME_MESSAGES,
      test(
        'packages/elements/src/merchant-apply/steps/terms-modes.browser.ts',
        'P45 ignores messages of another page',
      ),
      FORGED_MESSAGES,
    ),
  ],
  [
    '3.7.1',
    2,
    'Only supported client technologies',
    absent('No plugin: custom elements, ES modules, WebCrypto, WebAuthn.'),
  ],
  ['3.7.2', 2, 'Redirects lead to listed hosts only', absent('No answer redirects.')],
])
