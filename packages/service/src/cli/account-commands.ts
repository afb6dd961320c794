// Parses the command `accounts`. Pure: options in, a command or an error sentence out.
import { CURRENCIES, type Currency } from '@tapboard/contract'
import { isAccountName } from '../account/accounts.ts'

/** Part of `--help` about accounts. */
export const ACCOUNT_USAGE = `  tapboard-service accounts add NAME [--sandbox] [--currency USD]
  tapboard-service accounts list
`

export type AccountCommand =
  | {
      readonly name: 'accounts add'
      readonly store: string
      readonly account: string
      readonly sandbox: boolean
      readonly currency: Currency
    }
  | { readonly name: 'accounts list'; readonly store: string }

export const ACCOUNT_OPTIONS = { currency: { type: 'string' } } as const

/** Options of each command beside `--store` and `--help`. */
export const ACCOUNT_TAKES: Readonly<Record<AccountCommand['name'], readonly string[]>> = {
  'accounts add': ['sandbox', 'currency'],
  'accounts list': [],
}

export const isAccountCommandName = (text: string): text is AccountCommand['name'] =>
  Object.hasOwn(ACCOUNT_TAKES, text)

export const isAccountCommand = <C extends { readonly name: string }>(
  command: C | AccountCommand,
): command is AccountCommand => isAccountCommandName(command.name)

/** Values of the command line. */
interface AccountValues {
  readonly store: string
  /** The third word of the command. */
  readonly word: string
  readonly sandbox?: boolean | undefined
  readonly currency?: string | undefined
}

const isCurrency = (text: string): text is Currency => CURRENCIES.some((currency) => currency === text)

/** Reads a command about accounts, or returns a sentence that explains the error. */
export function readAccountCommand(
  name: AccountCommand['name'],
  { store, word, sandbox = false, currency = 'USD' }: AccountValues,
): AccountCommand | string {
  if (name === 'accounts list') return { name, store }
  const account = word.trim()
  if (!isAccountName(account)) return '"accounts add" needs a name of 1 to 64 printable characters.'
  if (!isCurrency(currency)) return `--currency must be one of ${CURRENCIES.join(', ')}.`
  return { name, store, account, sandbox, currency }
}
