import { absent, byHost, chapter, held, notHeld, partly, section, test } from '../checklist.ts'
import {
  BRUTE_FORCE,
  DASHBOARD_SECURITY,
  LINK_ONCE,
  NEW_LINK,
  NO_DANGEROUS_CALLS,
  PASSKEYS,
  PASSWORD_CHANGE,
  PASSWORD_RULES,
  SESSION_ENDS,
} from '../holders.ts'

const PASSWORD_FIELDS = test(
  'test/journeys/dashboard.test.ts',
  'a person signs in by the printed link, creates a key',
)
const PEOPLE = test('packages/service/src/cli/program.test.ts', 'D-128 prints a one-time link for a new user')
const NO_PROVIDER =
  'The dashboard has no identity provider. Your server identifies customers and clerks in its own way.'
const NO_SECOND_CHANNEL = 'There is no code by phone, text message, mail or app.'

export const V6 = chapter('V6', 'Authentication (people of the dashboard)', [
  [
    '6.1.1',
    1,
    'Limits of guessing are documented, without a lockout by strangers',
    held(
      'Attempts per name and per address. A locked name can use a passkey or a link.',
      DASHBOARD_SECURITY,
      BRUTE_FORCE,
    ),
  ],
  [
    '6.1.2',
    2,
    'Context words for passwords are documented',
    held('Names of person and account, and words of the product.', DASHBOARD_SECURITY),
  ],
  [
    '6.1.3',
    2,
    'All ways to sign in are documented',
    held('Password, passkey and one-time link.', section('dashboard', 'First sign-in')),
  ],
  ['6.2.1', 1, 'Passwords of at least 8 characters', held('At least 12.', PASSWORD_RULES)],
  ['6.2.2', 1, 'People can change their password', held('On the page Your sign-in.', PASSWORD_CHANGE)],
  ['6.2.3', 1, 'A change needs the current password', held('And ends the other sessions.', PASSWORD_CHANGE)],
  [
    '6.2.4',
    1,
    'The 3,000 most common passwords are refused',
    partly(
      'Rules refuse repetitions, digits, keyboard walks and common words: 135 of the 308 passwords of 12 characters and more in a public list of 49,000. There is no list of 3,000.',
      PASSWORD_RULES,
    ),
  ],
  [
    '6.2.5',
    1,
    'Any characters are allowed',
    held('Letters alone are accepted, in any script.', PASSWORD_RULES),
  ],
  ['6.2.6', 1, 'Password fields are masked', held('The field has the type password.', PASSWORD_FIELDS)],
  [
    '6.2.7',
    1,
    'Paste and password managers work',
    held('Plain fields with autocomplete tokens.', PASSWORD_FIELDS),
  ],
  [
    '6.2.8',
    1,
    'The password is compared as it was typed',
    partly(
      'It is never cut and keeps its case, but is normalized to NFC (RFC 8265), so that each keyboard gives the same password.',
      PASSWORD_RULES,
    ),
  ],
  ['6.2.9', 2, 'Passwords of 64 characters are allowed', held('Up to 128.', PASSWORD_RULES)],
  ['6.2.10', 2, 'Passwords do not expire', held('A password works until it is replaced.', SESSION_ENDS)],
  [
    '6.2.11',
    2,
    'Context words are refused',
    held('Without them at least five letters must remain.', PASSWORD_RULES),
  ],
  [
    '6.2.12',
    2,
    'Breached passwords are refused',
    notHeld('No set of breached passwords is asked or shipped.'),
  ],
  [
    '6.3.1',
    1,
    'Guessing is prevented as documented',
    held('Ten attempts per name, a hundred per address, in 15 minutes.', BRUTE_FORCE),
  ],
  [
    '6.3.2',
    1,
    'No default accounts',
    held('A person exists after a command of the operator, with a link and no password.', PEOPLE),
  ],
  [
    '6.3.3',
    2,
    'Several factors',
    partly(
      'A passkey is a device and its fingerprint, face or PIN. A password alone also signs in; an account cannot require passkeys.',
      PASSKEYS,
    ),
  ],
  [
    '6.3.4',
    2,
    'All ways to sign in are equally strong',
    partly(
      'All ways share the limits of attempts and the log. A password is weaker than a passkey.',
      BRUTE_FORCE,
      PASSKEYS,
    ),
  ],
  [
    '6.4.1',
    1,
    'First secrets are random, short-lived and single-use',
    held('A link of 260 random bits works once within 24 hours.', LINK_ONCE),
  ],
  ['6.4.2', 1, 'No hints or secret questions', absent('There are none.')],
  [
    '6.4.3',
    2,
    'A forgotten password is reset safely, without evading a second factor',
    partly(
      'An owner or the operator makes a link; its use ends every session. It replaces the passkeys too.',
      NEW_LINK,
    ),
  ],
  [
    '6.4.4',
    2,
    'A lost factor needs the identity of the person',
    byHost('The owner who makes the link identifies the person.'),
  ],
  [
    '6.5.1',
    2,
    'Lookup secrets and codes work once',
    held('Links and challenges are used up.', LINK_ONCE, PASSKEYS),
  ],
  ['6.5.2', 2, 'Lookup secrets are stored as hashes', held('260 random bits, SHA-256.', LINK_ONCE)],
  [
    '6.5.3',
    2,
    'Lookup secrets come from a CSPRNG',
    held('No published code uses another source.', NO_DANGEROUS_CALLS),
  ],
  ['6.5.4', 2, 'Lookup secrets have 20 bits', held('260 bits.', LINK_ONCE)],
  [
    '6.5.5',
    2,
    'Out-of-band codes live ten minutes',
    absent(`${NO_SECOND_CHANNEL} A challenge of a passkey lives five minutes.`),
  ],
  ['6.6.1', 2, 'Codes by phone', absent(NO_SECOND_CHANNEL)],
  ['6.6.2', 2, 'Codes are bound to their request', absent(NO_SECOND_CHANNEL)],
  ['6.6.3', 2, 'Guessing of codes is limited', absent(NO_SECOND_CHANNEL)],
  ['6.8.1', 2, 'Identities of providers are separate', absent(NO_PROVIDER)],
  ['6.8.2', 2, 'Assertions have valid signatures', absent(NO_PROVIDER)],
  ['6.8.3', 2, 'SAML assertions are used once', absent(NO_PROVIDER)],
  ['6.8.4', 2, 'Strength of authentication at a provider', absent(NO_PROVIDER)],
])
