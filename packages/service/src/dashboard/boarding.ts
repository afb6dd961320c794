// Handlers of boarding: partner record, settings, tiers, applications, webhook. No answer contains a regulated value or
// a part of one.
import { boarding } from '@tapboard/contract'
import type {
  Application,
  BoardingSettings,
  BOARDING_DASHBOARD_ROUTES,
  Tier,
} from '@tapboard/contract/dashboard'
import { newWebhookSecret } from '@tapboard/server'
import { isStoreUnavailable } from '@tapboard/store'
import { shownMembersOf } from '../boarding/applications.ts'
import type { FollowUp } from '../boarding/follow-up.ts'
import { namePartner, readPartner } from '../boarding/partners.ts'
import { readSettings, writeSettings } from '../boarding/settings.ts'
import { isAllowedMove } from '../boarding/status/moves.ts'
import { tierOf, type Tier as StoredTier, type TierRepository } from '../boarding/tiers.ts'
import type { OutboundResult } from '../http/outbound-port.ts'
import type { Kernel } from '../kernel.ts'
import { byWebhook, type Attempts } from '../account/attempts.ts'
import type { HandlersOf } from './call.ts'
import { checked, notFound, refuseDashboard, type DashboardRefusal } from './refusal.ts'
import type { ApplicationRow } from '../schema/boarding.ts'

interface BoardingDeps {
  readonly kernel: Kernel
  readonly tiers: TierRepository
  readonly attempts: Attempts
  readonly followUp: Pick<FollowUp, 'applications' | 'statusUpdater' | 'targets' | 'testWebhook'>
}

const shownTier = (tier: StoredTier): Tier => ({
  id: tier.id,
  name: tier.name,
  sandbox: tier.sandbox,
  label: tier.label,
  summary: tier.summary,
  fees: [...tier.fees],
  includes: [...tier.includes],
  cobrandId: tier.cobrandId,
})

function equipmentOf(row: ApplicationRow): Application['equipment'] {
  if (row.equipment === null) return []
  const { GatewayAccount, ProcessingAccount } = JSON.parse(row.equipment) as boarding.Equipment
  return [
    { kind: 'Gateway account', id: GatewayAccount.Id, cobrand: GatewayAccount.CoBrand },
    { kind: 'Processing account', id: ProcessingAccount.Id, cobrand: ProcessingAccount.CoBrand },
  ]
}

const applicationOf = (row: ApplicationRow): Application => ({
  ...shownMembersOf(row),
  id: row.id,
  moves: boarding.BOARDING_STATUSES.filter((to) => isAllowedMove(row.status, to)),
  equipment: equipmentOf(row),
})

/** Result of a test event in words. */
function resultOf(result: OutboundResult): {
  readonly delivered: boolean
  readonly status: number | null
  readonly message: string
} {
  if (result.ok) {
    const { status } = result
    const delivered = status >= 200 && status < 300
    const message = delivered
      ? `Your server received the event and answered ${status}.`
      : `Your server answered ${status}. It must answer 200 to 299.`
    return { delivered, status, message }
  }
  const message = {
    timeout: 'Your server did not answer within 10 seconds.',
    unreachable: 'Your server cannot be reached. Check the address.',
    broken: 'Your server ended the connection without an answer.',
    stopped: 'The service is restarting. Try again in a moment.',
    'address-refused': 'The address is not a public one. Webhooks go to public addresses only.',
  }[result.code]
  return { delivered: false, status: null, message }
}

/** Creates the handlers of boarding. */
export function boardingDashboardHandlers(deps: BoardingDeps): HandlersOf<typeof BOARDING_DASHBOARD_ROUTES> {
  return {
    ...settingsHandlers(deps),
    ...tierHandlers(deps),
    ...applicationHandlers(deps),
    ...webhookHandlers(deps),
  }
}

function settingsHandlers({ kernel, followUp }: BoardingDeps) {
  const settingsOf = async (accountId: string): Promise<BoardingSettings> => ({
    partner: await readPartner(kernel, accountId),
    ...(await readSettings(kernel, accountId)),
    webhookUrl: await followUp.targets.url(accountId),
  })
  return {
    readBoarding: ({ person }) => settingsOf(person.account.id),
    changeBoarding: ({ person, body }) =>
      checked(async () => {
        const { agentId, sandbox } = body
        await writeSettings(kernel, person.account.id, {
          ...(agentId === undefined ? {} : { agentId: agentId.trim() === '' ? null : agentId }),
          ...(sandbox === undefined ? {} : { sandbox }),
        })
        return settingsOf(person.account.id)
      }),
    namePartner: ({ person, body }) =>
      checked(async () => {
        await namePartner(kernel, person.account.id, body.name)
        return settingsOf(person.account.id)
      }),
  } satisfies Partial<HandlersOf<typeof BOARDING_DASHBOARD_ROUTES>>
}

const nameTaken = (): DashboardRefusal =>
  refuseDashboard('conflict', 'There is a tier of this name and kind already. Remove it first.')

function tierHandlers({ tiers }: BoardingDeps) {
  return {
    async listTiers({ person }) {
      const rows = await tiers.list(person.account.id)
      return { tiers: rows.map((row) => shownTier(tierOf(row))) }
    },
    addTier: ({ person, body }) =>
      checked(async () => {
        const { label, summary, ...tier } = body
        const made = await tiers.add(person.account.id, {
          ...tier,
          ...(label === undefined || label === '' ? {} : { label }),
          ...(summary === undefined || summary === '' ? {} : { summary }),
        })
        return made === null ? nameTaken() : shownTier(made)
      }),
    async switchTier({ person, params, body }) {
      const tier = await tiers.switchSandbox(person.account.id, params['id'] ?? '', body.sandbox)
      if (tier === 'missing') return notFound('tier')
      return tier === 'name-taken' ? nameTaken() : shownTier(tier)
    },
    async removeTier({ person, params }) {
      return (await tiers.remove(params['id'] ?? '', person.account.id)) ? null : notFound('tier')
    },
  } satisfies Partial<HandlersOf<typeof BOARDING_DASHBOARD_ROUTES>>
}

function applicationHandlers({ followUp: { applications, statusUpdater } }: BoardingDeps) {
  return {
    async listApplications({ person }) {
      return { applications: (await applications.list(person.account.id)).map(applicationOf) }
    },
    async readApplication({ person, params }) {
      const row = await applications.find(person.account.id, params['id'] ?? '')
      return row === null ? notFound('application') : applicationOf(row)
    },
    async moveApplication({ person, params, body }) {
      const row = await applications.find(person.account.id, params['id'] ?? '')
      if (row === null) return notFound('application')
      const moved = await statusUpdater.move(row.id, body.status)
      if (moved.type === 'refused')
        return refuseDashboard(
          'conflict',
          'The status has changed in the meantime, and this move is not possible.',
        )
      const after = await applications.find(person.account.id, row.id)
      return after === null ? notFound('application') : applicationOf(after)
    },
  } satisfies Partial<HandlersOf<typeof BOARDING_DASHBOARD_ROUTES>>
}

function webhookHandlers({ kernel, followUp, attempts }: BoardingDeps) {
  return {
    setWebhook: ({ person, body }) =>
      checked(async () => {
        const secret = newWebhookSecret(kernel.random)
        await followUp.targets.set(person.account.id, { url: body.url.trim(), secret })
        return { url: (await followUp.targets.url(person.account.id)) ?? body.url, secret }
      }),
    async removeWebhook({ person }) {
      await followUp.targets.set(person.account.id, null)
      return null
    },
    async testWebhook({ person, signal }) {
      const waitS = await attempts.count([byWebhook(person.account.id)])
      if (waitS !== null)
        return refuseDashboard('too-many', 'There were too many test events. Try again in a few minutes.', {
          retryAfterS: waitS,
        })
      try {
        const result = await followUp.testWebhook(person.account.id, signal)
        return result === null
          ? refuseDashboard('conflict', 'There is no webhook. Set its address first.')
          : resultOf(result)
      } catch (error) {
        if (isStoreUnavailable(error)) throw error
        return refuseDashboard(
          'conflict',
          'The secret of the webhook cannot be read with this data key. Set it again.',
        )
      }
    },
  } satisfies Partial<HandlersOf<typeof BOARDING_DASHBOARD_ROUTES>>
}
