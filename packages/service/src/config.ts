// What the command line and the environment ask for, checked before anything is opened. Pure: arguments and environment
// in, one command or one sentence out.
import { parseArgs } from 'node:util'
import {
  BOARDING_OPTIONS,
  BOARDING_TAKES,
  BOARDING_USAGE,
  isBoardingName,
  readBoardingCommand,
  type BoardingCommand,
} from './boarding/command-line.ts'
import { readProcessorAddress, type ProcessorAddress } from './boarding/processor/http-processor.ts'

/** How to call the program. */
export const USAGE = `tapboard-service: the cloud terminal service

  tapboard-service serve [--port 4010] [--host 127.0.0.1] [--store file:.tapboard/service.db]
                         [--strict] [--repeat refuse|replay] [--scripted]
                         [--processor-url URL] [--private-webhooks]
  tapboard-service keys create --account NAME [--board] [--sandbox]
  tapboard-service keys list
  tapboard-service keys revoke KEY_ID
  tapboard-service devices pair DEVICE_ID
${BOARDING_USAGE.trimEnd()}

Every command takes --store. The environment may say the same: SERVICE_PORT, SERVICE_HOST, STORE_URL,
SERVICE_STRICT, SERVICE_REPEAT, SERVICE_SCRIPTED (1 or true). An argument beats the environment.
SERVICE_DATA_KEY seals regulated fields: 32 bytes in base64, several separated by commas, the newest first; an
embedded store without one keeps its own in a file beside it. SERVICE_COBRAND_SECRET belongs to "tiers add --cobrand".
SERVICE_PROCESSOR_URL takes production applications, signed under SERVICE_PROCESSOR_SECRET; without it they wait.
SERVICE_PRIVATE_WEBHOOKS (1 or true) lets webhooks go to loopback and private addresses. SERVICE_WEBHOOK_SECRET belongs
to "boarding set --webhook-url"; without it a new secret is made and shown once.
`

/** What `serve` takes. */
export interface ServeCommand {
  readonly name: 'serve'
  readonly store: string
  readonly host: string
  readonly port: number
  readonly strict: boolean
  readonly repeat: 'refuse' | 'replay'
  readonly scripted: boolean
  /** Where production applications go. */
  readonly processor?: ProcessorAddress
  readonly privateWebhooks: boolean
  /** SERVICE_DATA_KEY, where it is set. */
  readonly dataKey?: string
}

/** A command that can be carried out. */
export type Command =
  | ServeCommand
  | BoardingCommand
  | { readonly name: 'help' }
  | {
      readonly name: 'keys create'
      readonly store: string
      readonly account: string
      readonly board: boolean
      readonly sandbox: boolean
    }
  | { readonly name: 'keys list'; readonly store: string }
  | { readonly name: 'keys revoke'; readonly store: string; readonly id: string }
  | { readonly name: 'devices pair'; readonly store: string; readonly id: string }

/** A command, or the sentence that says what is wrong. */
export type CommandResult =
  | { readonly ok: true; readonly command: Command }
  | { readonly ok: false; readonly message: string }

const wrong = (message: string): CommandResult => ({ ok: false, message })
const right = (command: Command): CommandResult => ({ ok: true, command })

const OPTIONS = {
  ...BOARDING_OPTIONS,
  port: { type: 'string' },
  host: { type: 'string' },
  store: { type: 'string' },
  repeat: { type: 'string' },
  account: { type: 'string' },
  strict: { type: 'boolean' },
  scripted: { type: 'boolean' },
  'processor-url': { type: 'string' },
  'private-webhooks': { type: 'boolean' },
  board: { type: 'boolean' },
  sandbox: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Which options each command takes beside `--store` and `--help`. */
const TAKES: Readonly<Record<Command['name'], readonly string[]>> = {
  serve: ['port', 'host', 'strict', 'repeat', 'scripted', 'processor-url', 'private-webhooks'],
  help: [],
  'keys create': ['account', 'board', 'sandbox'],
  'keys list': [],
  'keys revoke': [],
  'devices pair': [],
  ...BOARDING_TAKES,
}

const isName = (text: string): text is Command['name'] => Object.hasOwn(TAKES, text)

type Environment = Readonly<Record<string, string | undefined>>

const yes = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true'

function read(args: readonly string[]) {
  try {
    return { ok: true, ...parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }) } as const
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : ''
    return { ok: false, message: said ?? '' } as const
  }
}

/** The command that arguments and environment ask for. */
export function readCommand(args: readonly string[], environment: Environment): CommandResult {
  const parsed = read(args)
  if (!parsed.ok) return wrong(`${parsed.message}. See --help.`)
  const { values, positionals } = parsed
  if (values.help === true || positionals.length === 0) return right({ name: 'help' })
  const [group = '', verb = '', id, word] = positionals
  const name = group === 'serve' ? 'serve' : `${group} ${verb}`.trim()
  if (!isName(name)) return wrong(`"${name.slice(0, 40)}" is no command. See --help.`)
  const extra = Object.keys(values).find((option) => option !== 'store' && !TAKES[name].includes(option))
  if (extra !== undefined) return wrong(`"${name}" takes no --${extra}. See --help.`)
  const takesId = ['keys revoke', 'devices pair', 'tiers remove', 'applications show'].includes(name)
  const most = name === 'serve' ? 1 : name === 'applications move' ? 4 : takesId ? 3 : 2
  if (positionals.length > most) return wrong(`"${name}" takes fewer words. See --help.`)
  const store = values.store ?? environment['STORE_URL'] ?? 'file:.tapboard/service.db'
  if (name === 'help') return right({ name })
  const dataKey = environment['SERVICE_DATA_KEY']
  if (isBoardingName(name)) {
    const cobrandSecret = environment['SERVICE_COBRAND_SECRET']
    const webhookSecret = environment['SERVICE_WEBHOOK_SECRET']
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
    return typeof command === 'string' ? wrong(command) : right(command)
  }
  if (name === 'keys list') return right({ name, store })
  if (name === 'keys revoke' || name === 'devices pair')
    return id ? right({ name, store, id }) : wrong(`"${name}" needs an ID. See --help.`)
  if (name === 'keys create') {
    const account = values.account?.trim() ?? ''
    if (account === '' || account.length > 64 || /\p{Cc}/u.test(account))
      return wrong('--account must name the account with 1 to 64 printable characters.')
    return right({ name, store, account, board: values.board === true, sandbox: values.sandbox === true })
  }
  const portText = values.port ?? environment['SERVICE_PORT'] ?? '4010'
  const port = Number(portText)
  if (!/^\d{1,5}$/.test(portText) || port > 65_535)
    return wrong('--port must be a whole number from 0 (any free one) to 65535.')
  const host = values.host ?? environment['SERVICE_HOST'] ?? '127.0.0.1'
  if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host)) return wrong('--host must be a host name or an address.')
  const repeat = values.repeat ?? environment['SERVICE_REPEAT'] ?? 'refuse'
  if (repeat !== 'refuse' && repeat !== 'replay') return wrong('--repeat must be refuse or replay.')
  const strict = values.strict ?? yes(environment['SERVICE_STRICT'])
  const scripted = values.scripted ?? yes(environment['SERVICE_SCRIPTED'])
  const privateWebhooks = values['private-webhooks'] ?? yes(environment['SERVICE_PRIVATE_WEBHOOKS'])
  const processorUrl = values['processor-url'] ?? environment['SERVICE_PROCESSOR_URL'] ?? ''
  const secret = environment['SERVICE_PROCESSOR_SECRET'] ?? ''
  const processor = processorUrl === '' ? null : readProcessorAddress({ url: processorUrl, secret })
  if (typeof processor === 'string') return wrong(processor)
  return right({
    name,
    store,
    host,
    port,
    strict,
    repeat,
    scripted,
    privateWebhooks,
    ...(processor === null ? {} : { processor }),
    ...(dataKey === undefined ? {} : { dataKey }),
  })
}
