// Parses the command line and the environment. Pure: arguments and environment in, a command or a failure
// out.
import { parseArgs } from 'node:util'
import { suggestion } from '@tapboard/server'
import {
  ACCOUNT_OPTIONS,
  ACCOUNT_COMMANDS,
  readAccountCommand,
  type AccountCommand,
} from './account-commands.ts'
import {
  BOARDING_OPTIONS,
  BOARDING_COMMANDS,
  readBoardingCommand,
  type BoardingCommand,
} from './boarding-commands.ts'
import { DEVICE_OPTIONS, DEVICE_COMMANDS, readDeviceCommand, type DeviceCommand } from './device-command.ts'
import {
  argumentFailure,
  isFailure,
  readSetting,
  variableFailure,
  type CommandFailure,
  type Environment,
} from './command-failure.ts'
import { readKeyCommand, type KeyCommand } from './key-command.ts'
import { readServeCommand, SERVE_OPTIONS, SERVE_COMMANDS, type ServingCommand } from './serve-command.ts'
import { readStoreCommand, STORE_OPTIONS, STORE_COMMANDS, type StoreCommand } from './store-commands.ts'
import { unknownVariable } from './variables.ts'

export type Command =
  | ServingCommand
  | AccountCommand
  | BoardingCommand
  | DeviceCommand
  | StoreCommand
  | { readonly name: 'help'; readonly asked: boolean }
  | { readonly name: 'explain'; readonly args: readonly string[] }
  | KeyCommand
  | { readonly name: 'keys list'; readonly store: string }
  | { readonly name: 'keys revoke'; readonly store: string; readonly id: string }

/** The command that the arguments ask for, or why the service refuses them. */
type CommandResult = { readonly ok: true; readonly command: Command } | CommandFailure

const finished = (command: Command | CommandFailure): CommandResult =>
  isFailure(command) ? command : success(command)
const success = (command: Command): CommandResult => ({ ok: true, command })

const OPTIONS = {
  ...ACCOUNT_OPTIONS,
  ...BOARDING_OPTIONS,
  ...DEVICE_OPTIONS,
  ...SERVE_OPTIONS,
  ...STORE_OPTIONS,
  store: { type: 'string' },
  account: { type: 'string' },
  board: { type: 'boolean' },
  credit: { type: 'boolean' },
  scope: { type: 'string', multiple: true },
  days: { type: 'string' },
  sandbox: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Options of each command beside `--store` and `--help`. */
const ALLOWED_OPTIONS: Readonly<Record<Command['name'], readonly string[]>> = {
  help: [],
  explain: [],
  'keys create': ['account', 'board', 'credit', 'sandbox', 'scope', 'days'],
  'keys list': [],
  'keys revoke': [],
  ...ACCOUNT_COMMANDS.options,
  ...BOARDING_COMMANDS.options,
  ...DEVICE_COMMANDS.options,
  ...SERVE_COMMANDS.options,
  ...STORE_COMMANDS.options,
}

/** Commands with an ID or a name as their third word. */
const WITH_ID: readonly Command['name'][] = [
  'accounts add',
  'users add',
  'users link',
  'users remove',
  'keys revoke',
  'devices pair',
  'tiers remove',
  'applications show',
]

/** Maximum number of words of a command. */
const wordsOf = (name: Command['name']): number =>
  name === 'serve' || name === 'health'
    ? 1
    : name === 'applications move' || name === 'users role'
      ? 4
      : WITH_ID.includes(name)
        ? 3
        : 2

const isName = (text: string): text is Command['name'] => Object.hasOwn(ALLOWED_OPTIONS, text)

/** The name of a command, of one word or two. */
const nameOf = (group: string, verb: string): string =>
  SERVE_COMMANDS.isName(group) || STORE_COMMANDS.isName(group) || group === 'explain'
    ? group
    : `${group} ${verb}`.trim()

/** The sentence about arguments that `parseArgs` refuses; for an unknown option, without its advice about words that begin with a dash. */
function wrongOption(error: unknown, args: readonly string[]): string {
  const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
  const unknown = /^Unknown option '(-[^']*)'/.exec(reason)?.[1]
  if (unknown === undefined) return `${reason}. See --help.`
  const [group = '', verb = ''] = args.filter((one) => !one.startsWith('-'))
  const name = nameOf(group, verb)
  const known = [...(isName(name) ? ALLOWED_OPTIONS[name] : Object.keys(OPTIONS)), 'store', 'help'].map(
    (one) => `--${one}`,
  )
  return `There is no option ${unknown.slice(0, 40)}. See --help.${suggestion(unknown, known, '--')}`
}

function read(args: readonly string[]) {
  try {
    return { ok: true, ...parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }) } as const
  } catch (error) {
    return { ok: false, message: wrongOption(error, args) } as const
  }
}

/** The sentence about words that are no command: the commands of its group, or the one that is probably meant. */
function unknownCommand(group: string, name: string): string {
  const known = Object.keys(ALLOWED_OPTIONS)
  const verbs = known.filter((one) => one.startsWith(`${group} `)).map((one) => one.slice(group.length + 1))
  const listed = verbs.length > 0 ? ` "${group}" takes: ${verbs.join(', ')}.` : suggestion(name, known)
  return `"${name.slice(0, 40)}" is not a command. See --help.${listed}`
}

/** Parses arguments and environment into a command. */
export function readCommand(args: readonly string[], environment: Environment): CommandResult {
  const parsed = read(args)
  if (!parsed.ok) return argumentFailure(parsed.message)
  return commandOf(parsed, environment)
}

function commandOf(
  { values, positionals }: Extract<ReturnType<typeof read>, { ok: true }>,
  environment: Environment,
): CommandResult {
  if (values.help === true) return success({ name: 'help', asked: true })
  if (positionals.length === 0) return success({ name: 'help', asked: false })
  const [group = '', verb = '', id, word] = positionals
  const name = nameOf(group, verb)
  if (!isName(name)) return argumentFailure(unknownCommand(group, name))
  const extra = Object.keys(values).find(
    (option) => option !== 'store' && !ALLOWED_OPTIONS[name].includes(option),
  )
  if (extra !== undefined) return argumentFailure(`"${name}" takes no --${extra}. See --help.`)
  if (positionals.length > wordsOf(name)) return argumentFailure(`"${name}" takes fewer words. See --help.`)
  const names = { option: 'store', variable: 'TAPBOARD_SERVICE_STORE_URL' }
  const storeSetting = readSetting(names, values.store, environment, 'file:.tapboard/service.db')
  const store = storeSetting.text
  if (name === 'help') return success({ name, asked: true })
  if (name === 'explain') return success({ name, args: positionals.slice(1) })
  const unknown = unknownVariable(environment)
  if (unknown !== null) return variableFailure(unknown)
  const dataKey = environment['TAPBOARD_SERVICE_DATA_KEY']
  if (ACCOUNT_COMMANDS.isName(name)) {
    const { TAPBOARD_SERVICE_PORT: port = '4010', TAPBOARD_SERVICE_HOST: host = '127.0.0.1' } = environment
    const url = readSetting('public-url', values['public-url'], environment, `http://${host}:${port}`)
    const command = readAccountCommand(name, { ...values, store, word: id ?? '', lastWord: word ?? '', url })
    return finished(command)
  }
  if (BOARDING_COMMANDS.isName(name)) {
    const cobrandSecret = environment['TAPBOARD_SERVICE_COBRAND_SECRET']
    const webhookSecret = environment['TAPBOARD_SERVICE_WEBHOOK_SECRET']
    const command = readBoardingCommand(name, {
      ...values,
      store,
      id: id ?? '',
      word: word ?? '',
      webhookUrl: values['webhook-url'],
      noWebhook: values['no-webhook'],
      dataKey,
      cobrandSecret,
      webhookSecret,
    })
    return finished(command)
  }
  if (STORE_COMMANDS.isName(name)) {
    const command = readStoreCommand(name, { ...values, store, word: verb })
    return finished(command)
  }
  if (SERVE_COMMANDS.isName(name)) {
    const common = { store: storeSetting, ...(dataKey === undefined ? {} : { dataKey }) }
    const command = readServeCommand(name, values, environment, common)
    return finished(command)
  }
  if (name === 'keys list') return success({ name, store })
  if (DEVICE_COMMANDS.isName(name)) {
    const command = readDeviceCommand(name, { ...values, store, word: id ?? '' })
    return finished(command)
  }
  if (name === 'keys revoke')
    return id ? success({ name, store, id }) : argumentFailure(`"${name}" needs an ID. See --help.`)
  const command = readKeyCommand(values, store)
  return finished(command)
}
