import { byHost, chapter, held, partly, test } from '../checklist.ts'
import {
  AUDIT_CHAIN,
  AUDIT_LINES,
  DASHBOARD_LOG,
  GUESSES,
  LOG_LINES,
  LOG_LIST,
  LOG_SECTION,
  REFUSAL_LOG,
  UNIFORM_ERRORS,
} from '../holders.ts'

const KEYS_TOLD_APART = test(
  'packages/service/src/account/key-authentication.test.ts',
  'D-141 the log tells unknown, revoked and expired keys apart; the answers do not',
)

export const V16 = chapter('V16', 'Logging and errors', [
  ['16.1.1', 2, 'An inventory of logs', held('Lines, fields, place and keeping.', LOG_SECTION)],
  [
    '16.2.1',
    2,
    'Lines have time, place, caller and event',
    held(
      'Time, route, merchant or account, key or person, request ID; the source of a refusal.',
      REFUSAL_LOG,
      DASHBOARD_LOG,
      AUDIT_LINES,
    ),
  ],
  [
    '16.2.2',
    2,
    'Times are UTC and synchronized',
    partly(
      'Times are UTC. The clocks of the machines are yours to synchronize; sales use the time of the store.',
      LOG_LINES,
    ),
  ],
  ['16.2.3', 2, 'Logs go to documented places only', held('Standard output, nothing else.', LOG_SECTION)],
  ['16.2.4', 2, 'Logs have a common format', held('One JSON object a line.', LOG_LINES)],
  [
    '16.2.5',
    2,
    'Sensitive data is not logged',
    held(
      'A list of fields; canaries are searched for.',
      LOG_LIST,
      test('test/faults/submit-canary.test.ts', 'P42'),
    ),
  ],
  [
    '16.3.1',
    2,
    'Authentication is logged',
    held(
      'Successful and refused, of keys, host secrets, tokens and people.',
      REFUSAL_LOG,
      KEYS_TOLD_APART,
      DASHBOARD_LOG,
    ),
  ],
  ['16.3.2', 2, 'Refused rights are logged', held('With code and reason.', REFUSAL_LOG, DASHBOARD_LOG)],
  [
    '16.3.3',
    2,
    'Attempts to evade controls are logged',
    held(
      'Limits, replays, wrong proofs and invalid input are refusals, with metrics by code.',
      GUESSES,
      REFUSAL_LOG,
      AUDIT_LINES,
    ),
  ],
  [
    '16.3.4',
    2,
    'Unexpected errors are logged',
    partly(
      'Errors by their name; faults of the upstream, TLS included, are metrics by outcome without a line each.',
      test(
        'packages/bff/src/application/http/trouble.test.ts',
        'P42 logs an internal error by its name only',
      ),
    ),
  ],
  [
    '16.4.1',
    2,
    'No log injection',
    held('Texts are JSON strings of at most 128 characters.', LOG_LINES, LOG_LIST),
  ],
  [
    '16.4.2',
    2,
    'Logs are protected',
    byHost('Logs leave by standard output. Ledger events are a chain that reveals changes.', AUDIT_CHAIN),
  ],
  ['16.4.3', 2, 'Logs are sent to another system', byHost('Collect standard output.')],
  ['16.5.1', 2, 'Errors tell nothing internal', held('One form, texts of ours only.', UNIFORM_ERRORS)],
  [
    '16.5.2',
    2,
    'Faults of other systems are survived',
    held(
      'Store and upstream may go away and return.',
      test('test/cluster/store-away.test.ts', 'P87'),
      test(
        'packages/bff/src/upstream/transport/pace.test.ts',
        'refuses starts for five seconds after three failed connects',
      ),
    ),
  ],
  [
    '16.5.3',
    2,
    'Faults fail closed',
    held(
      'Without a recorded proof or a committed row nothing is sent; an unknown result is never shown as paid.',
      test(
        'packages/bff/src/token/used-proofs.test.ts',
        'INV-18 a request that changes state is refused while used proofs cannot be recorded',
      ),
      test('test/faults/hostile-reads.test.ts', 'P54'),
    ),
  ],
])
