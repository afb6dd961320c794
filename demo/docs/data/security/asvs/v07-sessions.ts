import { absent, chapter, held, notHeld, partly, section, test } from '../checklist.ts'
import {
  COOKIE,
  DASHBOARD_SECURITY,
  NEW_LINK,
  PASSWORD_CHANGE,
  SESSION_ENDS,
  TOKEN_CLAIMS,
  TOKEN_FORGERY,
} from '../holders.ts'

const NO_PROVIDER = 'There is no single sign-on.'
const SIGN_OUT = test(
  'test/journeys/dashboard.test.ts',
  'a person signs in by the printed link, creates a key, sees a sale arrive, switches a tier and signs out',
)

export const V7 = chapter('V7', 'Sessions', [
  [
    '7.1.1',
    2,
    'Lifetimes are documented and justified',
    partly(
      'Lifetimes of tokens and of sessions are documented. The idle time of 12 hours is longer than NIST SP 800-63B asks for with two factors.',
      DASHBOARD_SECURITY,
      section('tokens', 'Kinds'),
    ),
  ],
  [
    '7.1.2',
    2,
    'The number of parallel sessions is documented',
    held('Any number; each ends by itself.', DASHBOARD_SECURITY),
  ],
  ['7.1.3', 2, 'Single sign-on is documented', absent(NO_PROVIDER)],
  [
    '7.2.1',
    1,
    'The server verifies sessions',
    held('Each request, by the store or by signature.', TOKEN_FORGERY, SESSION_ENDS),
  ],
  [
    '7.2.2',
    1,
    'Sessions have dynamic tokens',
    held('Random cookies; tokens signed for one page and key.', COOKIE, TOKEN_CLAIMS),
  ],
  ['7.2.3', 1, 'Reference tokens have 128 random bits', held('256 bits.', COOKIE)],
  [
    '7.2.4',
    1,
    'A sign-in makes a new session and ends the old one',
    held('The cookie of before is worth nothing.', COOKIE),
  ],
  ['7.3.1', 2, 'Sessions end without activity', held('After 12 hours.', SESSION_ENDS)],
  [
    '7.3.2',
    2,
    'Sessions have a longest life',
    held('7 days; tokens live 2 to 60 minutes.', SESSION_ENDS, TOKEN_CLAIMS),
  ],
  [
    '7.4.1',
    1,
    'An ended session is refused',
    held(
      'Sessions in the store; tokens of an order by withdrawal, of a key by revocation.',
      SESSION_ENDS,
      test('packages/bff/src/token/grants.test.ts', 'D-143 the host withdraws an order'),
      test('packages/bff/src/token/rotation.test.ts', 'P25 a revoked key is refused at once here'),
      test(
        'packages/bff/src/sale/http/desk-routes.test.ts',
        'D-206 the stream of a desk ends with the token of its page',
      ),
    ),
  ],
  [
    '7.4.2',
    1,
    'A removed person is signed out',
    held(
      'At the next request.',
      test('packages/service/src/dashboard/people.test.ts', 'D-128 the last owner is neither removed'),
    ),
  ],
  [
    '7.4.3',
    2,
    'A new factor can end the other sessions',
    held(
      'A new password, a new link and the removal of a passkey end them.',
      PASSWORD_CHANGE,
      NEW_LINK,
      test(
        'packages/service/src/dashboard/passkeys.test.ts',
        'D-125 removing a passkey ends the other sessions',
      ),
    ),
  ],
  ['7.4.4', 2, 'Sign out is visible on each page', held('In the head of each page.', SIGN_OUT)],
  [
    '7.4.5',
    2,
    'Administrators can end sessions',
    partly(
      'By removing the person, or by a new link when it is used. No button ends the sessions alone.',
      NEW_LINK,
    ),
  ],
  [
    '7.5.1',
    2,
    'Sensitive changes need a new authentication',
    partly(
      'A new password needs the current one. A passkey is added or removed within the session.',
      PASSWORD_CHANGE,
    ),
  ],
  ['7.5.2', 2, 'People see and end their sessions', notHeld('There is no list of sessions.')],
  ['7.6.1', 2, 'Lifetimes with a provider', absent(NO_PROVIDER)],
  ['7.6.2', 2, 'A session needs an action of the person', held('A sign-in or the use of a link.', SIGN_OUT)],
])
