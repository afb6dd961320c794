// Parses the boarding commands `tiers`, `boarding` and `applications`. Pure: options in, a command or a
// failure out. A co-brand's secret comes from the environment only, because process lists show
// arguments.
import { boarding } from '@tapboard/contract'
import type { HelpRow } from '@tapboard/server'
import { commandGroup } from './command-group.ts'
import { argumentFailure, isFailure, variableFailure, type CommandFailure } from './command-failure.ts'
import { SIGNING_SECRET_MIN } from '../http/signing-secret.ts'
import { targetFault } from '../boarding/webhook/target.ts'
import type { Fee, NewTier } from '../boarding/tiers.ts'

/** Part of `--help` about boarding. */
export const BOARDING_HELP: readonly HelpRow[] = [
  [
    'tiers add --account NAME --tier NAME [--sandbox] [--label TEXT] [--summary TEXT] [--fee "LABEL=VALUE"]… [--include TEXT]… [--cobrand ID]',
    'offer a plan to the applicants of a partner',
  ],
  ['tiers list [--account NAME]', 'list the plans'],
  ['tiers remove TIER_ID', 'remove a plan; its applications stay'],
  [
    'boarding set --account NAME [--agent ID] [--sandbox | --production] [--webhook-url URL | --no-webhook]',
    'change the settings of a partner; a webhook without a secret gets one, shown once',
  ],
  ['boarding show --account NAME', 'print the settings of a partner'],
  ['applications list [--account NAME]', 'list applications with their status'],
  ['applications show APP_ID', 'print an application with the last digits of each number'],
  ['applications move APP_ID STATUS', 'change the status of an application'],
  [
    'applications forget --days N',
    'remove regulated values of applications that were decided more than N days ago',
  ],
  ['applications reseal', 'encrypt regulated values again with the newest data key'],
]

export type BoardingCommand =
  | {
      readonly name: 'tiers add'
      readonly store: string
      readonly account: string
      readonly tier: NewTier
      readonly dataKey?: string
    }
  | { readonly name: 'tiers list'; readonly store: string; readonly account: string | null }
  | { readonly name: 'applications list'; readonly store: string; readonly account: string | null }
  | { readonly name: 'applications reseal'; readonly store: string; readonly dataKey?: string }
  | { readonly name: 'applications forget'; readonly store: string; readonly days: number }
  | { readonly name: 'tiers remove'; readonly store: string; readonly id: string }
  | { readonly name: 'applications show'; readonly store: string; readonly id: string }
  | {
      readonly name: 'boarding set'
      readonly store: string
      readonly account: string
      readonly agentId?: string
      readonly sandbox?: boolean
      /** `null` removes the webhook; without a secret a new one is generated. */
      readonly webhook?: { readonly url: string; readonly secret?: string } | null
      readonly dataKey?: string
    }
  | {
      readonly name: 'applications move'
      readonly store: string
      readonly id: string
      readonly to: boarding.BoardingStatus
    }
  | { readonly name: 'boarding show'; readonly store: string; readonly account: string }

/** Options of the boarding commands for `parseArgs`. */
export const BOARDING_OPTIONS = {
  tier: { type: 'string' },
  label: { type: 'string' },
  summary: { type: 'string' },
  fee: { type: 'string', multiple: true },
  include: { type: 'string', multiple: true },
  cobrand: { type: 'string' },
  agent: { type: 'string' },
  production: { type: 'boolean' },
  'webhook-url': { type: 'string' },
  'no-webhook': { type: 'boolean' },
} as const

/** The commands about tiers, boarding and applications. */
export const BOARDING_COMMANDS = commandGroup<BoardingCommand>({
  'tiers add': ['account', 'tier', 'sandbox', 'label', 'summary', 'fee', 'include', 'cobrand'],
  'tiers list': ['account'],
  'tiers remove': [],
  'boarding set': ['account', 'agent', 'sandbox', 'production', 'webhook-url', 'no-webhook'],
  'boarding show': ['account'],
  'applications list': ['account'],
  'applications reseal': [],
  'applications forget': ['days'],
  'applications show': [],
  'applications move': [],
})

/** Arguments and environment variables of a boarding command. */
interface BoardingArguments {
  readonly store: string
  readonly id: string
  /** The positional argument after the ID. */
  readonly word: string
  readonly account?: string | undefined
  readonly tier?: string | undefined
  readonly label?: string | undefined
  readonly summary?: string | undefined
  readonly fee?: readonly string[] | undefined
  readonly include?: readonly string[] | undefined
  readonly cobrand?: string | undefined
  readonly agent?: string | undefined
  readonly sandbox?: boolean | undefined
  readonly days?: string | undefined
  readonly production?: boolean | undefined
  readonly webhookUrl?: string | undefined
  readonly noWebhook?: boolean | undefined
  /** Value of TAPBOARD_SERVICE_WEBHOOK_SECRET, if set. */
  readonly webhookSecret?: string | undefined
  /** Value of TAPBOARD_SERVICE_DATA_KEY, if set. */
  readonly dataKey?: string | undefined
  /** Value of TAPBOARD_SERVICE_COBRAND_SECRET, if set. */
  readonly cobrandSecret?: string | undefined
}

function readFee(text: string): Fee | null {
  const at = text.indexOf('=')
  const [label, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  return at < 1 || label === '' || value === '' ? null : { label, value }
}

function readTier(given: BoardingArguments): NewTier | CommandFailure {
  const { tier: name = '', sandbox = false, label, summary, cobrand: id, cobrandSecret: secret } = given
  if (name.trim() === '')
    return argumentFailure('--tier must name the tier with 1 to 64 printable characters.')
  if (sandbox && id !== undefined)
    return argumentFailure('A sandbox tier has the test co-brand: leave --cobrand out.')
  const fees = (given.fee ?? []).map(readFee)
  if (fees.includes(null))
    return argumentFailure('--fee must be of the form "LABEL=VALUE", for example "Card present=2.6 % + 10¢".')
  return {
    name,
    sandbox,
    fees: fees.filter((fee) => fee !== null),
    includes: given.include ?? [],
    ...(label === undefined ? {} : { label }),
    ...(summary === undefined ? {} : { summary }),
    ...(id === undefined ? {} : { cobrand: { id, ...(secret === undefined ? {} : { secret }) } }),
  }
}

const isStatus = (word: string): word is boarding.BoardingStatus =>
  boarding.BOARDING_STATUSES.some((status) => status === word)

/** Reads the webhook options; `undefined`: no change. */
function readWebhook(
  given: BoardingArguments,
): { url: string; secret?: string } | null | undefined | CommandFailure {
  const { webhookUrl: url, webhookSecret: secret, noWebhook = false } = given
  if (url === undefined) return noWebhook ? null : undefined
  if (noWebhook) return argumentFailure('Give --webhook-url or --no-webhook, not both.')
  // Validates the URL with a valid secret, so that the fault is the URL's.
  const wrongUrl = targetFault({ url, secret: 'a'.repeat(SIGNING_SECRET_MIN) })
  if (wrongUrl !== null) return argumentFailure(wrongUrl)
  if (secret === undefined) return { url }
  const wrongSecret = targetFault({ url, secret })
  return wrongSecret === null ? { url, secret } : variableFailure(wrongSecret)
}

/** Parses a boarding command, or returns the failure. */
export function readBoardingCommand(
  name: BoardingCommand['name'],
  given: BoardingArguments,
): BoardingCommand | CommandFailure {
  const { store, id, account, agent: agentId, dataKey } = given
  if (name === 'tiers remove' || name === 'applications show')
    return id === '' ? argumentFailure(`"${name}" needs an ID. See --help.`) : { name, store, id }
  if (name === 'applications move')
    return isStatus(given.word) && id !== ''
      ? { name, store, id, to: given.word }
      : argumentFailure(`"${name}" needs an AppId and one of ${boarding.BOARDING_STATUSES.join(', ')}.`)
  const sealing = dataKey === undefined ? {} : { dataKey }
  if (name === 'applications reseal') return { name, store, ...sealing }
  if (name === 'applications forget') {
    const days = /^\d{1,4}$/.test(given.days ?? '') ? Number(given.days) : 0
    return days > 0
      ? { name, store, days }
      : argumentFailure(`"${name}" needs --days with the days since the decision, 1 to 9999. See --help.`)
  }
  if (name === 'tiers list' || name === 'applications list') return { name, store, account: account ?? null }
  if (account === undefined || account.trim() === '')
    return argumentFailure('--account must name an account. See --help.')
  if (name === 'boarding show') return { name, store, account }
  if (name === 'boarding set') {
    if (given.sandbox === true && given.production === true)
      return argumentFailure('Give --sandbox or --production, not both.')
    const sandbox = given.sandbox === true ? true : given.production === true ? false : undefined
    const webhook = readWebhook(given)
    if (webhook !== undefined && isFailure(webhook)) return webhook
    if (agentId === undefined && sandbox === undefined && webhook === undefined)
      return argumentFailure(
        '"boarding set" needs --agent, --sandbox, --production, --webhook-url or --no-webhook. See --help.',
      )
    const changes = {
      ...(agentId === undefined ? {} : { agentId }),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(webhook === undefined ? {} : { webhook }),
    }
    return { name, store, account, ...changes, ...sealing }
  }
  const tier = readTier(given)
  if (isFailure(tier)) return tier
  return { name, store, account, tier, ...sealing }
}
