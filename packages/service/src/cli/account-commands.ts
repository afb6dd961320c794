// Parses the commands `accounts` and `users`. Pure: options in, a command or a failure out.
import type { HelpRow } from '@tapboard/server'
import { CURRENCIES, type Currency } from '@tapboard/contract'
import { ROLES, type Role } from '@tapboard/contract/dashboard'
import { isAccountName } from '../account/accounts.ts'
import { commandGroup } from './command-group.ts'
import { argumentFailure, isFailure, type CommandFailure, type Setting } from './command-failure.ts'

/** Part of `--help` about accounts and users. */
export const ACCOUNT_HELP: readonly HelpRow[] = [
  [
    'accounts add NAME [--sandbox] [--currency USD]',
    'create an account, with --sandbox for tests; prints its ID',
  ],
  ['accounts list', 'list all accounts'],
  [
    'users add NAME [--role owner|viewer] [--account ID] [--public-url URL]',
    'add a person to the dashboard, as owner if no role is given; prints a link that works once',
  ],
  [
    'users link NAME [--public-url URL]',
    'print a new link for a person, for example after a forgotten password',
  ],
  ['users role NAME owner|viewer', 'change the role of a person'],
  ['users list', 'list all persons'],
  ['users remove NAME', 'remove a person and end their sessions'],
]

export type AccountCommand =
  | {
      readonly name: 'accounts add'
      readonly store: string
      readonly account: string
      readonly sandbox: boolean
      readonly currency: Currency
    }
  | {
      readonly name: 'users add'
      readonly store: string
      readonly user: string
      readonly role: Role
      /** Name or ID of the account; `null`: the only one. */
      readonly account: string | null
      /** Address of the service in the printed link. */
      readonly url: string
    }
  | { readonly name: 'users link'; readonly store: string; readonly user: string; readonly url: string }
  | { readonly name: 'users role'; readonly store: string; readonly user: string; readonly role: Role }
  | { readonly name: 'users remove'; readonly store: string; readonly user: string }
  | { readonly name: 'accounts list' | 'users list'; readonly store: string }

export const ACCOUNT_OPTIONS = {
  currency: { type: 'string' },
  role: { type: 'string' },
  'public-url': { type: 'string' },
} as const

/** The commands about accounts and users. */
export const ACCOUNT_COMMANDS = commandGroup<AccountCommand>({
  'accounts add': ['sandbox', 'currency'],
  'accounts list': [],
  'users add': ['role', 'account', 'public-url'],
  'users link': ['public-url'],
  'users role': [],
  'users list': [],
  'users remove': [],
})

/** Values of the command line. */
interface AccountValues {
  readonly store: string
  /** The third word of the command. */
  readonly word: string
  /** The fourth word of the command: the role of `users role`. */
  readonly lastWord: string
  readonly sandbox?: boolean | undefined
  readonly currency?: string | undefined
  readonly role?: string | undefined
  readonly account?: string | undefined
  /** The address of the service. */
  readonly url: Setting
}

const isCurrency = (text: string): text is Currency => CURRENCIES.some((currency) => currency === text)
const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

/** Reads the address of the service: http or https, without a path. */
export function readPublicUrl({ text, failure }: Setting): { readonly url: string } | CommandFailure {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain = url !== null && url.href === `${url.origin}/` && /^https?:$/.test(url.protocol)
  return plain ? { url: url.origin } : failure('must be http or https with a host, and without a path.')
}

/** Reads a command about accounts or users, or returns the failure. */
export function readAccountCommand(
  name: AccountCommand['name'],
  values: AccountValues,
): AccountCommand | CommandFailure {
  const { store, sandbox = false, currency = 'USD', role = 'owner' } = values
  if (name === 'accounts list' || name === 'users list') return { name, store }
  const word = values.word.trim()
  if (!isAccountName(word)) return argumentFailure(`"${name}" needs a name of 1 to 64 printable characters.`)
  if (name === 'users remove') return { name, store, user: word }
  if (name === 'users role')
    return isRole(values.lastWord)
      ? { name, store, user: word, role: values.lastWord }
      : argumentFailure(`"users role" needs a name and a role: ${ROLES.join(' or ')}.`)
  if (name === 'accounts add') {
    if (!isCurrency(currency)) return argumentFailure(`--currency must be one of ${CURRENCIES.join(', ')}.`)
    return { name, store, account: word, sandbox, currency }
  }
  const read = readPublicUrl(values.url)
  if (isFailure(read)) return read
  if (name === 'users link') return { name, store, user: word, url: read.url }
  if (!isRole(role)) return argumentFailure(`--role must be ${ROLES.join(' or ')}.`)
  return { name, store, user: word, role, account: values.account ?? null, url: read.url }
}
