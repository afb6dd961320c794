import { absent, chapter, held, test } from '../checklist.ts'
import {
  FIELD_PAGE,
  FORMULAS,
  HOSTILE_BODIES,
  HOSTILE_LINKS,
  HOSTILE_STRINGS,
  HOSTILE_TEXTS,
  LOG_LIST,
  MONEY,
  NO_DANGEROUS_CALLS,
  PAGE_POLICY,
  PLAIN_PATHS,
  REBINDING,
} from '../holders.ts'

const PATHS = test(
  'packages/contract/src/openapi.test.ts',
  'a path parameter is percent-encoded, so that an ID never becomes another path',
)
const ADDRESSES = test('packages/elements/src/shared/mistakes.test.ts', 'rejects everything else as bff-url')
const PUBLIC_ONLY = test(
  'packages/service/src/http/outbound.test.ts',
  'publicOnly: no host name reaches this machine or its networks',
)

export const V1 = chapter('V1', 'Encoding and sanitization', [
  [
    '1.1.1',
    2,
    'Input is decoded once, before it is judged',
    held('A text arrives in a field unchanged or is refused.', HOSTILE_TEXTS, PLAIN_PATHS),
  ],
  [
    '1.1.2',
    2,
    'Output is encoded last, by or for its interpreter',
    held(
      'Lit writes texts as text nodes, JSON by one function, SQL by parameters.',
      HOSTILE_TEXTS,
      PAGE_POLICY,
      HOSTILE_STRINGS,
    ),
  ],
  [
    '1.2.1',
    1,
    'Output is encoded for HTML, CSS and headers',
    held(
      'Answers are JSON; the one HTML page of the BFF has its one variable escaped.',
      FIELD_PAGE,
      HOSTILE_TEXTS,
    ),
  ],
  [
    '1.2.2',
    1,
    'Dynamic URLs are encoded and have a safe scheme',
    held(
      'IDs in paths are percent-encoded; addresses of elements are http or https.',
      PATHS,
      ADDRESSES,
      HOSTILE_LINKS,
    ),
  ],
  [
    '1.2.3',
    1,
    'Dynamic script and JSON is encoded',
    held('No script is built from input; JSON has one writer.', NO_DANGEROUS_CALLS, HOSTILE_TEXTS),
  ],
  [
    '1.2.4',
    1,
    'Database queries have parameters',
    held('Kysely binds every value; hostile texts with SQL are stored as they are.', HOSTILE_TEXTS),
  ],
  [
    '1.2.5',
    1,
    'No input reaches a command of the system',
    held('No published package starts a process.', NO_DANGEROUS_CALLS),
  ],
  ['1.2.6', 2, 'LDAP injection', absent('There is no LDAP.')],
  ['1.2.7', 2, 'XPath injection', absent('There is no XPath.')],
  ['1.2.8', 2, 'LaTeX injection', absent('There is no LaTeX.')],
  [
    '1.2.9',
    2,
    'Input in regular expressions is escaped',
    absent('Expressions are constants or built from constants; none is built from input.'),
  ],
  ['1.3.1', 1, 'HTML of an editor is sanitized', absent('No field takes HTML; every text is shown as text.')],
  [
    '1.3.2',
    1,
    'No dynamic code',
    held('No eval, no Function, no script of text.', NO_DANGEROUS_CALLS, PAGE_POLICY),
  ],
  [
    '1.3.3',
    2,
    'Data for a dangerous context is limited first',
    held(
      'Cells of CSV files begin no formula, references have a small alphabet, styles for an isolated field load nothing, the log cuts texts.',
      FORMULAS,
      test(
        'packages/elements/src/isolated-field/rules.test.ts',
        'a frame takes over colours, lengths and fonts',
      ),
      test('packages/contract/src/path-text.test.ts', 'rejects every character that no person can see'),
      LOG_LIST,
    ),
  ],
  ['1.3.4', 2, 'SVG of users is sanitized', absent('No image or file is accepted.')],
  [
    '1.3.5',
    2,
    'Template languages of users are disabled',
    absent('Agreements and names are plain text. No Markdown, style sheet or template is accepted.'),
  ],
  [
    '1.3.6',
    2,
    'No request to an address of an attacker (SSRF)',
    held(
      'The BFF calls configured addresses only. Webhooks of the service reach public addresses only, judged in the look-up of the socket.',
      PUBLIC_ONLY,
      test('packages/service/src/http/public-address.test.ts', '"${address}" is not public'),
      test(
        'packages/service/src/http/fetch-outbound.test.ts',
        'rejects internal addresses and names before sending',
      ),
      REBINDING,
    ),
  ],
  ['1.3.7', 2, 'Template injection', absent('Templates are code of the packages.')],
  ['1.3.8', 2, 'JNDI injection', absent('There is no JNDI.')],
  ['1.3.9', 2, 'memcache injection', absent('There is no memcache.')],
  ['1.3.10', 2, 'Format strings', absent('Messages of the log are constants; input is in fields.')],
  ['1.3.11', 2, 'Mail injection', absent('Nothing sends mail.')],
  ['1.4.1', 2, 'Memory-safe operations', absent('All code is JavaScript, which manages memory.')],
  [
    '1.4.2',
    2,
    'Integers do not overflow',
    held(
      'Amounts are exact integers of minor units within limits; the store rejects integers beyond 2^53.',
      MONEY,
      test('packages/store/src/integer.test.ts', 'converts integers up to'),
    ),
  ],
  [
    '1.4.3',
    2,
    'Memory and resources are released',
    held(
      'Streams, watchers, timers and sockets are released; memory stays flat.',
      test('packages/bff/src/http/streams.test.ts', 'P84 ten thousand aborted streams leave no entry'),
      test('test/journeys/moved.test.ts', 'P67'),
    ),
  ],
  ['1.5.1', 1, 'XML parsers load nothing', absent('No XML is parsed.')],
  [
    '1.5.2',
    2,
    'Deserialization accepts known types only',
    held(
      'JSON only: no repeated member, no __proto__, 12 levels at most, then a schema.',
      test('packages/contract/src/json.test.ts', 'rejects __proto__'),
      HOSTILE_BODIES,
    ),
  ],
])
