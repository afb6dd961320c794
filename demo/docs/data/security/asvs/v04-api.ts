import { absent, byHost, chapter, held, notHeld, test } from '../checklist.ts'
import {
  HEADERS,
  PROXY_FLOWS,
  PROXY_SECTION,
  PROXY_SMUGGLING,
  SMUGGLING,
  SOURCE_ADDRESS,
  SPOOFED,
} from '../holders.ts'

const PAIRING = test(
  'packages/service/src/terminal/terminal.test.ts',
  'a terminal pairs once with its code and reconnects with its key (D-28)',
)
const FORGED = test(
  'packages/service/src/dashboard/proxies.test.ts',
  'D-64 behind one proxy each client has attempts of its own, whatever it forges',
)

export const V4 = chapter('V4', 'API and web service', [
  [
    '4.1.1',
    1,
    'Content types are right, with a charset',
    held('Text types name UTF-8; JSON is UTF-8 by its definition.', HEADERS),
  ],
  [
    '4.1.2',
    2,
    'Only pages redirect from http to https',
    byHost(
      'BFF and service never redirect. Let your proxy redirect pages and refuse plain requests to the APIs.',
      PROXY_SECTION,
    ),
  ],
  [
    '4.1.3',
    2,
    'Headers of proxies cannot be forged',
    held(
      'X-Forwarded-For is read only as far as the configured number of proxies wrote it.',
      SOURCE_ADDRESS,
      FORGED,
      SPOOFED,
    ),
  ],
  [
    '4.2.1',
    2,
    'Messages have one boundary (request smuggling)',
    held(
      'Ambiguous lengths are refused and close the connection.',
      SMUGGLING,
      test('packages/service/src/http/malformed.test.ts', 'P50 rejects'),
      PROXY_SMUGGLING,
    ),
  ],
  ['4.3.1', 2, 'Cost of GraphQL queries', absent('There is no GraphQL.')],
  ['4.3.2', 2, 'GraphQL introspection', absent('There is no GraphQL.')],
  [
    '4.4.1',
    1,
    'WebSocket over TLS',
    byHost('The channel of the terminals is the only WebSocket; your proxy ends its TLS.', PROXY_FLOWS),
  ],
  [
    '4.4.2',
    2,
    'The handshake compares the origin',
    notHeld(
      'Terminals send no origin. The channel uses no cookie: another page gains nothing without the key of a terminal.',
    ),
  ],
  [
    '4.4.3',
    2,
    'WebSocket sessions have tokens of their own',
    held('A one-time code, then a random key for each terminal.', PAIRING),
  ],
  [
    '4.4.4',
    2,
    'These tokens come from an authenticated session',
    held('Only an authenticated request registers a terminal and gets its code.', PAIRING),
  ],
])
