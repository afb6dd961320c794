// Runs the commands about accounts.
import type { Accounts } from '../account/accounts.ts'
import type { AccountCommand } from './account-commands.ts'
import { date, type CommandOutput } from './output.ts'

/** Runs a command about accounts and returns the exit code. */
export async function performAccounts(
  accounts: Accounts,
  command: AccountCommand,
  { out, err }: CommandOutput,
): Promise<number> {
  if (command.name === 'accounts list') {
    for (const { id, name, sandbox, currency, createdAtMs } of await accounts.listAccounts())
      out(`${id}  ${date(createdAtMs)}  ${name} (${sandbox ? 'test' : 'live'}, ${currency})\n`)
    return 0
  }
  const { account: name, sandbox, currency } = command
  const made = await accounts.createAccount(name, { sandbox, currency })
  if (made === null) {
    err(`There is an account "${name}" already. "accounts list" names it.\n`)
    return 1
  }
  out(`${made.id}\n`)
  err(`Account "${made.name}" is ready. Create a key with: keys create --account "${made.name}"\n`)
  return 0
}
