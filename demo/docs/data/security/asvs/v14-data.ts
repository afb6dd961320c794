import { chapter, held, test } from '../checklist.ts'
import {
  ASSETS,
  BROWSER_SECRETS,
  CANARIES,
  HEADERS,
  LOG_LIST,
  NO_REGULATED_MEMORY,
  NO_SECRET_ANYWHERE,
  PAGE_POLICY,
  REMOVED_ELEMENT,
  SERVICE_HEADERS,
  TOKEN_PLACE,
} from '../holders.ts'

export const V14 = chapter('V14', 'Data protection', [
  ['14.1.1', 2, 'Sensitive data is classified', held('One table.', ASSETS)],
  ['14.1.2', 2, 'Each class has its requirements', held('Place, encryption, log and life of each.', ASSETS)],
  [
    '14.2.1',
    1,
    'No sensitive data in URLs',
    held(
      'Tokens and keys are in headers. Searches of the desk have order or reference in the query.',
      TOKEN_PLACE,
    ),
  ],
  [
    '14.2.2',
    2,
    'Servers do not cache sensitive data',
    held('`no-store` at every answer but public keys and documents.', HEADERS, SERVICE_HEADERS),
  ],
  [
    '14.2.3',
    2,
    'No data for third parties',
    held('An element contacts the BFF and your server only.', PAGE_POLICY),
  ],
  [
    '14.2.4',
    2,
    'Requirements of each class are implemented',
    held(
      'Canaries are searched for in databases, logs, metrics and answers.',
      CANARIES,
      NO_SECRET_ANYWHERE,
      LOG_LIST,
      NO_REGULATED_MEMORY,
    ),
  ],
  [
    '14.3.1',
    1,
    'The browser forgets after the end',
    held(
      'Elements keep no secret after a submission; after a sign-out the dashboard has no data in page and storage.',
      BROWSER_SECRETS,
      test('test/journeys/dashboard.test.ts', 'a person signs in by the printed link, creates a key'),
      REMOVED_ELEMENT,
    ),
  ],
  ['14.3.2', 2, 'Browsers do not cache sensitive data', held('`no-store`.', HEADERS, SERVICE_HEADERS)],
  [
    '14.3.3',
    2,
    'Browser storage has no sensitive data',
    held('The ID of a terminal, and of a running sale its order and time.', BROWSER_SECRETS, PAGE_POLICY),
  ],
])
