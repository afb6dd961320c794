import { chapter, held, partly, section, test } from '../checklist.ts'
import { SHARES, TOKEN_CLAIMS, TOKEN_KINDS, TOKEN_SCOPE } from '../holders.ts'

const KINDS = test(
  'packages/bff/src/token/refused-tokens.test.ts',
  'P21 a sale token cannot resolve, and a resolve token cannot start a sale',
)
const VIEWER = test('packages/service/src/dashboard/routes.test.ts', 'D-112 a viewer changes nothing')
const OTHER_ACCOUNT = test(
  'packages/service/src/dashboard/routes.test.ts',
  'D-112 no route shows or changes a row of another account',
)
const SCOPES = test(
  'packages/service/src/account/accounts.test.ts',
  'D-111 a key reaches only the APIs of its scopes, expires, and records its last use',
)
const DESK = test(
  'packages/bff/src/sale/http/desk-routes.test.ts',
  'a desk token has no row of another merchant',
)

export const V8 = chapter('V8', 'Authorization', [
  [
    '8.1.1',
    1,
    'Rights on functions and data are documented',
    held('Kinds of tokens, roles of people, scopes of keys.', TOKEN_KINDS, section('dashboard', 'Keys')),
  ],
  [
    '8.1.2',
    2,
    'Rights on fields are documented',
    partly(
      'The schemas of each route name the fields that it takes and answers. No table lists them by right.',
      section('bff', 'Objects'),
    ),
  ],
  [
    '8.2.1',
    1,
    'Functions need a right',
    held('The row of each route names its kind of token, role or scope.', KINDS, VIEWER, SCOPES),
  ],
  [
    '8.2.2',
    1,
    'Data needs a right',
    held(
      'A token names order, amount, terminals and page; another object is a missing one.',
      TOKEN_SCOPE,
      DESK,
      OTHER_ACCOUNT,
    ),
  ],
  [
    '8.2.3',
    2,
    'Fields need a right',
    held(
      'Unknown members are refused, and answers have the members of their schema.',
      test(
        'packages/bff/src/token/apply-tokens.test.ts',
        'the token binds applicant, plans and agent; the page sees no agent',
      ),
      test(
        'packages/service/src/cloud/device/device.test.ts',
        'reads, lists, renames and removes devices; only the name is changeable',
      ),
    ),
  ],
  [
    '8.3.1',
    1,
    'The server enforces rights',
    held('Amount, order and terminals are in the signed token.', TOKEN_CLAIMS, TOKEN_SCOPE),
  ],
  [
    '8.4.1',
    2,
    'Tenants cannot reach one another',
    held('Queries begin with merchant or account; limits are shared out.', OTHER_ACCOUNT, DESK, SHARES),
  ],
])
