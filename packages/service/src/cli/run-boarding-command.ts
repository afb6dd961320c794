// Runs the boarding commands. An application is shown with the last digits of its numbers only.
import type { Account } from '../account/accounts.ts'
import type { Service } from '../app/service.ts'
import type { ApplicationView, Boarding } from '../boarding/boarding.ts'
import type { BoardingCommand } from './boarding-commands.ts'
import { randomBytes } from 'node:crypto'
import type { BoardingSettings } from '../boarding/settings.ts'
import { isFinal } from '../boarding/status/moves.ts'
import type { MoveResult } from '../boarding/status/status-updater.ts'
import type { Tier } from '../boarding/tiers.ts'
import { EXPLAIN, fail } from './explain.ts'
import { noAccount, type CommandOutput } from './output.ts'
import { SealError } from '../vault/vault.ts'
import { newWebhookSecret } from '@tapboard/server'

const kind = (sandbox: boolean): string => (sandbox ? 'sandbox' : 'production')

const time = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

const lineOf = (tier: Tier, owner: string): string =>
  `${tier.id}  ${tier.name}  ${owner} (${kind(tier.sandbox)}, co-brand ${tier.cobrandId})${tier.fees
    .map(({ label, value }) => `  ${label}: ${value}`)
    .join('')}\n`

const settingsOf = ({ agentId, sandbox }: BoardingSettings, webhookUrl: string | null): string =>
  [
    `Account Boarding Agent Id: ${agentId ?? 'not set'}`,
    `Account Boarding Is Sandbox: ${sandbox ? 'yes' : 'no'}`,
    `Webhook: ${webhookUrl ?? 'none'}\n`,
  ].join('\n')

/** Describes the result of a status change. */
const wordsOf = (moved: Exclude<MoveResult, { readonly type: 'missing' }>, to: string): string => {
  if (moved.type === 'moved') return `Moved from ${moved.from} to ${moved.to}.`
  if (moved.type === 'same') return `It is ${to} already.`
  return isFinal(moved.from)
    ? `It is ${moved.from}, and that never changes.`
    : `It is ${moved.from}, and ${to} does not follow that.`
}

const rowOf = (view: ApplicationView): string =>
  `${view.appId}  ${time(view.updatedAtMs)}  ${view.status}  ${view.corporateName} (${view.tierName}, ${kind(view.sandbox)})\n`

function pageOf(view: ApplicationView): string {
  const { equipment, lastDigits } = view
  const lines = [
    ['AppId', view.appId],
    ['Status', view.status],
    ['Received', time(view.createdAtMs)],
    ['Updated', time(view.updatedAtMs)],
    ['Refnum', view.reference],
    ['Tier', `${view.tierName} (${kind(view.sandbox)})`],
    ['Agent', view.agentId ?? 'none'],
    ['Legal name', view.corporateName],
    ['Trading name', view.dbaName],
    ['Kind of business', view.ownershipType],
    ...Object.entries(lastDigits).map(([path, digits]) => [path, `•••• ${digits}`]),
    ...(equipment === null
      ? []
      : [
          ['Gateway account', `${equipment.GatewayAccount.Id} (${equipment.GatewayAccount.CoBrand})`],
          [
            'Processing account',
            `${equipment.ProcessingAccount.Id} (${equipment.ProcessingAccount.CoBrand})`,
          ],
        ]),
  ]
  return lines.map(([name, value]) => `${name}: ${value}\n`).join('')
}

async function setWebhook(
  boarding: Boarding,
  accountId: string,
  wanted: { readonly url: string; readonly secret?: string } | null,
  { err }: CommandOutput,
): Promise<void> {
  if (wanted === null) return boarding.setWebhook(accountId, null)
  const secret = wanted.secret ?? newWebhookSecret(randomBytes)
  await boarding.setWebhook(accountId, { url: wanted.url, secret })
  if (wanted.secret === undefined)
    err(`The webhooks are signed with ${secret}. It is shown only once; the receiver needs it.\n`)
}

async function reseal(boarding: Boarding, output: CommandOutput): Promise<number> {
  const { out } = output
  const { applications, tiers, webhooks, left, forgotten } = await boarding.reseal()
  out(`Sealed anew: ${applications} applications, ${tiers} tiers, ${webhooks} webhooks.\n`)
  if (left > 0)
    return fail(
      output,
      'data-key-invalid',
      `${left} values were sealed with an older data key meanwhile. Give every process the new key first, then run it again.`,
    )
  out('Older data keys may go.\n')
  if (forgotten > 0)
    out(
      `Without them a second application of ${forgotten} approved businesses may no longer be noticed: their values were removed.\n`,
    )
  return 0
}

async function performFor(
  service: Service,
  command: BoardingCommand,
  output: CommandOutput,
): Promise<number> {
  const { boarding, accounts } = service
  const { out } = output
  const noApplication = (): number =>
    fail(output, 'name-unknown', 'There is no application with this ID. "applications list" names them.')
  if (command.name === 'tiers remove') {
    if (!(await boarding.removeTier(command.id)))
      return fail(output, 'name-unknown', 'There is no tier with this ID. "tiers list" names them.')
    out(`Tier ${command.id} is offered no longer.\n`)
    return 0
  }
  if (command.name === 'applications reseal') return reseal(boarding, output)
  if (command.name === 'applications forget') {
    const forgotten = await boarding.forget(command.days)
    out(`Removed the tax IDs, account numbers and birth dates of ${forgotten} applications.\n`)
    return 0
  }
  if (command.name === 'applications show') {
    const view = await boarding.applications.find(command.id)
    if (view === null) return noApplication()
    out(pageOf(view))
    return 0
  }
  if (command.name === 'applications move') {
    const moved = await boarding.applications.move(command.id, command.to)
    if (moved.type === 'missing') return noApplication()
    if (moved.type !== 'moved') return fail(output, 'change-refused', wordsOf(moved, command.to))
    out(`${wordsOf(moved, command.to)}\n`)
    return 0
  }
  let account: Account | null = null
  if (command.account !== null) {
    account = await accounts.findAccount(command.account)
    if (account === null) return fail(output, 'name-unknown', noAccount(command.account))
  }
  const id = account?.id ?? ''
  switch (command.name) {
    case 'tiers add': {
      const tier = await boarding.addTier(id, command.tier)
      if (tier === null) {
        const sentence = 'The account has a tier of this name and kind. Remove it first.'
        return fail(output, 'name-taken', sentence)
      }
      out(lineOf(tier, account?.name ?? ''))
      return 0
    }
    case 'tiers list':
      for (const tier of await boarding.listTiers(account?.id))
        out(lineOf(tier, account?.name ?? tier.accountId))
      return 0
    case 'boarding set': {
      const { agentId, sandbox } = command
      const changes = {
        ...(agentId === undefined ? {} : { agentId }),
        ...(sandbox === undefined ? {} : { sandbox }),
      }
      if (command.webhook !== undefined) await setWebhook(boarding, id, command.webhook, output)
      out(settingsOf(await boarding.setSettings(id, changes), await boarding.webhookUrl(id)))
      return 0
    }
    case 'boarding show':
      out(settingsOf(await boarding.settings(id), await boarding.webhookUrl(id)))
      return 0
    case 'applications list':
      for (const view of await boarding.applications.list(account?.id)) out(rowOf(view))
      return 0
  }
}

/** Runs a boarding command and returns the exit code; prints invalid input as one sentence. */
export async function performBoarding(
  service: Service,
  command: BoardingCommand,
  output: CommandOutput,
): Promise<number> {
  try {
    return await performFor(service, command, output)
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof SealError)) throw error
    output.err(`${error.message}\n${EXPLAIN.moreAbout(error, 'command-invalid')}\n`)
    return 1
  }
}
