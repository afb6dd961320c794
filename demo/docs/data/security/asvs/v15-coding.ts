import { chapter, held, partly, section, test, type Holder } from '../checklist.ts'
import {
  BAD_INPUT,
  BILLS,
  DASHBOARD_ANSWERS,
  DASHBOARD_BODIES,
  HEADERS,
  HOSTILE_BODIES,
  KEY_PLACE,
  SLOW_CLIENTS,
  SOURCE_ADDRESS,
  TARBALLS,
  UNKNOWN_MEMBERS,
  VULNERABILITIES,
} from '../holders.ts'

const POLICY: Holder = { kind: 'section', file: 'SECURITY.md', title: 'Dependencies' }
const READERS = test(
  'packages/bff/src/sale/http/event-stream.test.ts',
  'P83 drops a reader with a backlog of 64 KiB',
)

export const V15 = chapter('V15', 'Secure coding and architecture', [
  ['15.1.1', 1, 'Time limits for vulnerable dependencies', held('By severity.', POLICY)],
  ['15.1.2', 2, 'A bill of materials', held('CycloneDX for each package of a release.', BILLS)],
  [
    '15.1.3',
    2,
    'Expensive work is documented',
    held(
      'Cost of each part, and the limits.',
      section('capacity', 'The arithmetic'),
      section('options', 'Limits'),
    ),
  ],
  [
    '15.2.1',
    1,
    'No dependency is over its time limit',
    held('Each change and each night is scanned; a high or critical finding fails.', VULNERABILITIES),
  ],
  [
    '15.2.2',
    2,
    'Expensive work has defences',
    held('Slow clients, large bodies and idle readers are cut off.', SLOW_CLIENTS, READERS),
  ],
  [
    '15.2.3',
    2,
    'Production has the needed functions only',
    partly(
      'Packages have no tests or samples. The service has scripted terminals, and the elements publish test drivers as entries of their own.',
      TARBALLS,
    ),
  ],
  [
    '15.3.1',
    1,
    'Answers have the needed fields only',
    held('An answer has the members of its schema.', HEADERS, DASHBOARD_ANSWERS),
  ],
  [
    '15.3.2',
    2,
    'Outgoing calls follow no redirect',
    held(
      'Upstream, webhooks and processors.',
      KEY_PLACE,
      test('packages/service/src/http/outbound.test.ts', 'returns a redirect without following it'),
    ),
  ],
  [
    '15.3.3',
    2,
    'No mass assignment',
    held('Unknown members are refused by name.', UNKNOWN_MEMBERS, DASHBOARD_BODIES),
  ],
  ['15.3.4', 2, 'The address of the caller is right', held('By the number of your proxies.', SOURCE_ADDRESS)],
  [
    '15.3.5',
    2,
    'Types are compared strictly',
    held('TypeScript in strict mode, schemas at each border.', BAD_INPUT, HOSTILE_BODIES),
  ],
  [
    '15.3.6',
    2,
    'No prototype pollution',
    held(
      'The JSON reader refuses __proto__, and the elements work beside a polluted prototype.',
      test('packages/contract/src/json.test.ts', 'rejects __proto__'),
      test('packages/elements/src/testing/attack/pollution.browser.ts', 'changes no request by'),
      test('packages/elements/src/testing/attack/pollution.browser.ts', 'is not made by answers with'),
    ),
  ],
  [
    '15.3.7',
    2,
    'No parameter pollution',
    held(
      'A repeated member of query or body, and a repeated cookie, is refused.',
      test(
        'packages/service/src/dashboard/transactions.test.ts',
        'a repeated member of the query is refused by name',
      ),
      test('packages/bff/src/http/query.test.ts', 'names a repeated, too long or invalid member'),
      test('packages/contract/src/json.test.ts', 'rejects a repeated member'),
    ),
  ],
])
