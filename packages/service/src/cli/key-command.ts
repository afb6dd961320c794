// Reads the command that creates a key. Pure: options in, a command or a failure out.
import type { HelpRow } from '@tapboard/server'
import { isKeyScope, KEY_DAYS_MAX, KEY_SCOPE_NAMES, type KeyScope } from '@tapboard/contract/dashboard'
import { isAccountName } from '../account/accounts.ts'
import { argumentFailure, type CommandFailure } from './command-failure.ts'

/** Part of `--help` about keys. */
export const KEY_HELP: readonly HelpRow[] = [
  [
    'keys create --account NAME [--board] [--credit] [--sandbox] [--scope terminal|report|board|credit]… [--days N]',
    'create an API key and print it once. Without --scope it may use terminals, without --days it does not expire',
  ],
  ['keys list', 'list the keys with scopes, last use and expiry, never the key itself'],
  ['keys revoke KEY_ID', 'refuse a key from now on'],
]

export interface KeyCommand {
  readonly name: 'keys create'
  readonly store: string
  readonly account: string
  /** The scopes that were named; empty: the default ones. */
  readonly scopes: readonly KeyScope[]
  readonly board: boolean
  readonly credit: boolean
  readonly sandbox: boolean
  /** Days until the key expires. */
  readonly days?: number
}

/** Options of the command, as they were passed. */
interface KeyValues {
  readonly account?: string | undefined
  readonly board?: boolean | undefined
  readonly credit?: boolean | undefined
  readonly sandbox?: boolean | undefined
  readonly scope?: readonly string[] | undefined
  readonly days?: string | undefined
}

/** Reads the command, or returns the failure. */
export function readKeyCommand(values: KeyValues, store: string): KeyCommand | CommandFailure {
  const account = values.account?.trim() ?? ''
  if (!isAccountName(account))
    return argumentFailure('--account must name the account with 1 to 64 printable characters.')
  const { board = false, credit = false, sandbox = false, scope = [], days } = values
  const scopes = scope.filter(isKeyScope)
  if (scopes.length < scope.length)
    return argumentFailure(`--scope must be one of ${KEY_SCOPE_NAMES.join(', ')}.`)
  if (days !== undefined && (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > KEY_DAYS_MAX))
    return argumentFailure(`--days must be a whole number from 1 to ${KEY_DAYS_MAX}.`)
  const expiry = days === undefined ? {} : { days: Number(days) }
  return { name: 'keys create', store, account, scopes, board, credit, sandbox, ...expiry }
}
