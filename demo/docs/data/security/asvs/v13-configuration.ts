import { byHost, chapter, held, notHeld, partly, test } from '../checklist.ts'
import {
  BROWSER_KEYS,
  CONNECTIONS,
  KEY_PLACE,
  NO_SECRET_ANYWHERE,
  SAFETY,
  SERVICE_SAFETY,
  TARBALLS,
} from '../holders.ts'

const SCOPES = test(
  'packages/service/src/account/accounts.test.ts',
  'D-111 a key reaches only the APIs of its scopes, expires, and records its last use',
)
const METRICS = test('packages/bff/src/cli.test.ts', 'serves metrics on a separate port, only if configured')

export const V13 = chapter('V13', 'Configuration', [
  ['13.1.1', 2, 'Connections are documented', held('One table.', CONNECTIONS)],
  [
    '13.2.1',
    2,
    'Servers authenticate without permanent secrets',
    notHeld(
      'The specification of the upstream has API keys, and the host uses a secret. Both rotate without a refused request.',
    ),
  ],
  [
    '13.2.2',
    2,
    'Servers have the least rights',
    partly('Keys have scopes. The account of the database is yours to restrict.', SCOPES),
  ],
  [
    '13.2.3',
    2,
    'No default credentials',
    held('There are none, and weak or shared secrets stop the start.', SAFETY, SERVICE_SAFETY),
  ],
  [
    '13.2.4',
    2,
    'Outgoing addresses are on a list',
    partly(
      'For the BFF the configuration is the list. The service sends webhooks to any public address that an account sets.',
      KEY_PLACE,
    ),
  ],
  [
    '13.2.5',
    2,
    'The server restricts outgoing addresses',
    byHost('Restrict the network of the process to the connections of the table.', CONNECTIONS),
  ],
  [
    '13.3.1',
    2,
    'A manager of secrets',
    byHost(
      'Secrets come from variables or options, so any manager fits. None is in code, packages or answers.',
      BROWSER_KEYS,
      NO_SECRET_ANYWHERE,
    ),
  ],
  [
    '13.3.2',
    2,
    'Few can read secrets',
    byHost(
      'Rights on the variables of the process. Embedded stores and key files are readable by their owner only.',
      test(
        'packages/store/src/sqlite/sqlite-store.test.ts',
        'creates the file with its folder for its owner only',
      ),
    ),
  ],
  ['13.4.1', 1, 'No source control data', held('The packages have the published files only.', TARBALLS)],
  [
    '13.4.2',
    2,
    'No debug modes in production',
    held(
      'Fault switches refuse production.',
      test('test/faults/service-switches.test.ts', 'switches are rejected in production'),
    ),
  ],
  [
    '13.4.3',
    2,
    'No directory listings',
    held(
      'Only routes of the contract answer.',
      test('packages/bff/src/http/headers.test.ts', '405 lists the allowed methods, an unknown path is 404'),
    ),
  ],
  [
    '13.4.4',
    2,
    'No TRACE',
    held(
      '405 like another wrong method.',
      test('packages/bff/src/app/hosts/hosts.test.ts', 'P52 answers methods that fetch forbids'),
    ),
  ],
  [
    '13.4.5',
    2,
    'Documentation and monitoring are not exposed by accident',
    held(
      'Metrics have a port of their own, if configured. OpenAPI documents and Swagger UI are public on purpose.',
      METRICS,
      test(
        'packages/service/src/cli/program.test.ts',
        'D-148 "serve" opens metrics on a port of their own, only if it is named',
      ),
    ),
  ],
])
