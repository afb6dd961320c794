// Runs the commands about API keys. A key is printed once and never stored (D-19).
import { KEY_SCOPE_NAMES, usableScopes } from '@tapboard/contract/dashboard'
import { systemClock } from '@tapboard/server'
import type { Accounts, KeyInfo } from '../account/accounts.ts'
import { fail } from './explain.ts'
import { date, noAccount, type CommandOutput } from './output.ts'
import type { Command } from './read-command.ts'

type KeyCommand = Extract<Command, { readonly name: `keys ${string}` }>

/** Author of a key that a command creates or revokes. */
const COMMAND_LINE = 'command line'

const DAY_MS = 86_400_000

async function createKey(
  accounts: Accounts,
  command: Extract<KeyCommand, { readonly name: 'keys create' }>,
  output: CommandOutput,
): Promise<number> {
  const { out, err } = output
  const { account: name, board, credit, sandbox, days } = command
  const account = await accounts.findAccount(name)
  if (account === null) return fail(output, 'name-unknown', noAccount(name))
  const chosen = { terminal: command.scopes.length === 0, report: false, board, credit }
  const wanted = KEY_SCOPE_NAMES.filter((scope) => chosen[scope] || command.scopes.includes(scope))
  const kind = { testKey: sandbox, testAccount: account.sandbox }
  const scopes = command.scopes.length === 0 && board ? usableScopes(wanted, kind) : wanted
  const made = await accounts.createKey(account.id, {
    scopes,
    createdBy: COMMAND_LINE,
    // Without --sandbox the account decides.
    ...(sandbox ? { sandbox } : {}),
    ...(days === undefined ? {} : { expiresAtMs: systemClock.now() + days * DAY_MS }),
  })
  if (made === null) return fail(output, 'name-unknown', noAccount(name))
  out(`${made.key}\n`)
  err(`Key ${made.id} of "${name}". It is shown only once; store it where only your server can read it.\n`)
  return 0
}

/** A line of `keys list`. */
function keyLine(key: KeyInfo): string {
  const may = key.scopes.flatMap((scope) => (scope === 'terminal' ? [] : [`, may ${scope}`])).join('')
  const kind = `${key.sandbox ? 'test' : 'live'}${may}`
  const by = (person: string | null): string => (person === null ? '' : ` by ${person}`)
  const expiry = key.expiresAtMs === null ? '' : `, expires ${date(key.expiresAtMs)}`
  const state = key.revokedAtMs === null ? expiry : `, revoked ${date(key.revokedAtMs)}${by(key.revokedBy)}`
  const used = key.usedAtMs === null ? ', never used' : `, used ${date(key.usedAtMs)}`
  const created = key.createdBy === null ? '' : `, created${by(key.createdBy)}`
  return `${key.id}  …${key.hint}  ${date(key.createdAtMs)}  ${key.accountName} (${kind}${created}${used}${state})\n`
}

/** Runs a command about API keys and returns the exit code. */
export async function performKeys(
  accounts: Accounts,
  command: KeyCommand,
  output: CommandOutput,
): Promise<number> {
  switch (command.name) {
    case 'keys create':
      return createKey(accounts, command, output)
    case 'keys list':
      for (const key of await accounts.listKeys()) output.out(keyLine(key))
      return 0
    case 'keys revoke':
      if (await accounts.revokeKey(command.id, { revokedBy: COMMAND_LINE })) {
        output.out(`Key ${command.id} is revoked.\n`)
        return 0
      }
      return fail(output, 'name-unknown', 'There is no live key with this ID. "keys list" names them.')
  }
}
