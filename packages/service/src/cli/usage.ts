// The text of `--help`: the commands in the order in which an operator needs them, then the variables.
import { helpColumns, type HelpRow } from '@tapboard/server'
import { ACCOUNT_HELP } from './account-commands.ts'
import { BOARDING_HELP } from './boarding-commands.ts'
import { DEVICE_HELP } from './device-command.ts'
import { KEY_HELP } from './key-command.ts'
import { SERVE_HELP } from './serve-command.ts'
import { STORE_HELP } from './store-commands.ts'
import { SECRET_VARIABLES, VARIABLE_HELP } from './variables.ts'

const COMMANDS: readonly HelpRow[] = [
  ...SERVE_HELP,
  ...ACCOUNT_HELP,
  ...KEY_HELP,
  ...DEVICE_HELP,
  ...BOARDING_HELP,
  ...STORE_HELP,
  ['explain CODE', 'the meaning of an error and what to do, for example: explain UNAUTHORIZED'],
  ['--version', 'the version of the package'],
  ['--help', 'this text'],
]

export const USAGE = [
  'tapboard-service – the cloud terminal service and the boarding API',
  '',
  ...helpColumns(COMMANDS.map(([words, what]) => [`tapboard-service ${words}`, what])),
  '',
  'A first start: "accounts add", "keys create", "devices add", "serve". Every command takes --store. The last line of a',
  'command that fails names the code of its error.',
  '',
  'Environment variables; an argument overrides its variable:',
  ...helpColumns(VARIABLE_HELP),
  '',
  'Each of these can be NAME_FILE instead, the path of a file with the value:',
  ...SECRET_VARIABLES.map((name) => `  ${name}`),
  '',
].join('\n')
