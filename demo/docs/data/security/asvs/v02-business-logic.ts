import { chapter, held, partly, section, test } from '../checklist.ts'
import {
  BAD_INPUT,
  HOSTILE_BODIES,
  LEDGER_RULES,
  ONE_SALE,
  SHARES,
  STARTS_LIMITED,
  TOKEN_CLAIMS,
} from '../holders.ts'

const SAME_RULES = test(
  'packages/contract/src/application/hostile.test.ts',
  'D-50 the service accepts what the browser accepts',
)
const ACROSS = test(
  'packages/contract/src/application/across.test.ts',
  'compares ZIP code and state only in a valid address',
)
const REFUND_LIMIT = test(
  'packages/bff/src/sale/machine/check-refund.test.ts',
  'INV-22 whatever was inserted by the rule never exceeds the sale',
)

export const V2 = chapter('V2', 'Validation and business logic', [
  [
    '2.1.1',
    1,
    'The form of each input is documented',
    held(
      'Schemas of the contract validate, and the OpenAPI documents and the reference derive from them.',
      test('packages/contract/src/openapi.test.ts', 'the OpenAPI documents contain every route once'),
      section('bff', 'Objects'),
    ),
  ],
  [
    '2.1.2',
    2,
    'Rules about combined inputs are documented',
    partly(
      'The rules are functions with tests, and decisions D-24, D-50 and D-67 name the main ones. No page lists every combination.',
      ACROSS,
    ),
  ],
  [
    '2.1.3',
    2,
    'Limits of the business logic are documented',
    held(
      'Every limit is an option with its default.',
      section('options', 'Limits'),
      section('tokens', 'Kinds'),
    ),
  ],
  [
    '2.2.1',
    1,
    'Input is compared with lists, patterns and ranges',
    held('Every body and query passes a schema that names its members.', BAD_INPUT, HOSTILE_BODIES),
  ],
  [
    '2.2.2',
    1,
    'The server validates, too',
    held('BFF and service judge by the functions that the page calls.', SAME_RULES, BAD_INPUT),
  ],
  [
    '2.2.3',
    2,
    'Related inputs fit together',
    held('ZIP code and state, kind and tax ID, owners and shares.', ACROSS),
  ],
  [
    '2.3.1',
    1,
    'Steps happen in their order',
    held(
      'A sale moves only by the rules of its table; a capability of a token covers one step.',
      LEDGER_RULES,
      test('packages/bff/src/application/submission/machine.test.ts', 'INV-19 decides every state and input'),
    ),
  ],
  [
    '2.3.2',
    2,
    'Limits of the business logic are enforced',
    held('Amounts, refunds, attempts and starts have limits in the ledger.', REFUND_LIMIT, STARTS_LIMITED),
  ],
  [
    '2.3.3',
    2,
    'A step happens completely or not at all',
    held(
      'Each step is one transaction; killed processes and stores leave a right state.',
      test('packages/store/src/transaction.test.ts', 'rolls back a failed transaction'),
      test('test/crash/crash.test.ts', 'P4'),
    ),
  ],
  [
    '2.3.4',
    2,
    'Limited things are locked',
    held('Unique indexes lock the order and the terminal for all instances together.', ONE_SALE),
  ],
  [
    '2.4.1',
    2,
    'Excessive calls are slowed',
    held(
      'Rates per page, terminal, merchant and network; shares per merchant.',
      STARTS_LIMITED,
      SHARES,
      TOKEN_CLAIMS,
    ),
  ],
])
