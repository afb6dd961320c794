// Runs the commands about accounts and users. The link of a user is printed once; its secret is after the `#`, so that
// no server logs it.
import type { Account } from '../account/accounts.ts'
import type { Service } from '../app/service.ts'
import type { AccountCommand } from './account-commands.ts'
import { linkUrl } from '../dashboard/user-links.ts'
import type { UserChange } from '../dashboard/users.ts'
import { fail } from './explain.ts'
import { date, noAccount, type CommandOutput } from './output.ts'

type Made = Pick<Service, 'accounts' | 'users'>

/** The wanted account, or the only one; a sentence without one. */
async function accountOf({ accounts }: Made, wanted: string | null): Promise<Account | string> {
  if (wanted !== null) return (await accounts.findAccount(wanted)) ?? noAccount(wanted)
  const [first, second] = await accounts.listAccounts()
  if (first === undefined) return 'There is no account. Create it with: tapboard-service accounts add NAME'
  return second === undefined
    ? first
    : 'There are several accounts. Name one with --account; "accounts list" lists them.'
}

const LINK_WORDS = 'The link works once, within 24 hours. The person sets a password or a passkey with it.'

/** Runs a command about accounts or users and returns the exit code. */
export async function performAccounts(
  service: Made,
  command: AccountCommand,
  output: CommandOutput,
): Promise<number> {
  const { out, err } = output
  const { accounts, users } = service
  const noUser = (): number =>
    fail(output, 'name-unknown', 'There is no user of that name. "users list" lists them.')
  const printLink = async (userId: string, url: string): Promise<number> => {
    out(`${linkUrl(url, await users.createLink(userId))}\n`)
    err(`${LINK_WORDS}\n`)
    return 0
  }
  const report = (change: UserChange, done: string): number => {
    if (change === 'missing') return noUser()
    if (change === 'last-owner')
      return fail(
        output,
        'change-refused',
        'The account has no other owner who can sign in. Add or make another owner first.',
      )
    out(`${done}\n`)
    return 0
  }
  switch (command.name) {
    case 'accounts list':
      for (const { id, name, sandbox, currency, createdAtMs } of await accounts.listAccounts())
        out(`${id}  ${date(createdAtMs)}  ${name} (${sandbox ? 'test' : 'live'}, ${currency})\n`)
      return 0
    case 'accounts add': {
      const { account: name, sandbox, currency } = command
      const made = await accounts.createAccount(name, { sandbox, currency })
      if (made === null) {
        const sentence = `There is an account "${name}" already. "accounts list" lists it.`
        return fail(output, 'name-taken', sentence)
      }
      out(`${made.id}\n`)
      err(`Account "${made.name}" is ready. Create a key with: keys create --account "${made.name}"\n`)
      return 0
    }
    case 'users list': {
      const names = new Map((await accounts.listAccounts()).map(({ id, name }) => [id, name]))
      for (const { name, role, accountId, createdAtMs, hasPassword } of await users.list())
        out(
          `${name}  ${date(createdAtMs)}  ${role} of ${names.get(accountId) ?? accountId}${hasPassword ? '' : ', not signed in yet'}\n`,
        )
      return 0
    }
    case 'users add': {
      const account = await accountOf(service, command.account)
      if (typeof account === 'string') return fail(output, 'name-unknown', account)
      const user = await users.add({ name: command.user, accountId: account.id, role: command.role })
      if (user === null) {
        const sentence = `There is a user "${command.user}" already. "users link" prints a new link.`
        return fail(output, 'name-taken', sentence)
      }
      return printLink(user.id, command.url)
    }
    case 'users link': {
      const user = await users.find(command.user)
      return user === null ? noUser() : printLink(user.id, command.url)
    }
    case 'users remove': {
      const user = await users.find(command.user)
      if (user === null) return noUser()
      return report(await users.remove(user.id), `${user.name} is removed and signed out everywhere.`)
    }
    case 'users role': {
      const user = await users.find(command.user)
      if (user === null) return noUser()
      return report(await users.changeRole(user.id, command.role), `${user.name} is now ${command.role}.`)
    }
  }
}
