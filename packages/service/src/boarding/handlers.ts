// Handlers of the boarding API (§4.6, D-22 … D-26).
import { latestDate, memberOf, type boarding } from '@tapboard/contract'
import { hashOf } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import { validateAcceptance } from './agreement/acceptance.ts'
import { consentsOf, documentsOf } from './agreement/documents.ts'
import { storeAcceptance } from './agreement/acceptance-repository.ts'
import type { ApplicationRow, ApplicationRepository } from './applications.ts'
import { succeed, type BoardingCall, type BoardingHandler } from './call.ts'
import { createEquipment } from './equipment.ts'
import { fieldFault, refuseBoarding, refuseField, refuseFields } from './refusal.ts'
import { validateSubmission, scriptedFaults, TOKEN_PATH } from './submission.ts'
import { feesOf, includesOf, writeTier, type TierRepository, type TierRow } from './tiers.ts'
import { checkToken, readToken } from './tokens.ts'
import { AGREEMENT, judgeTypes, LOOK_UP } from './types.ts'

/** Dependencies of the boarding handlers. */
export interface BoardingDeps {
  readonly kernel: Kernel
  readonly tiers: TierRepository
  readonly applications: ApplicationRepository
}

type Handlers = Readonly<Record<boarding.BoardingRouteName, BoardingHandler>>

const textAt = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' ? value : ''
}

const wordsOf = (tier: TierRow) => ({
  label: tier.label ?? tier.name,
  fees: feesOf(tier),
  includes: includesOf(tier),
})

const badToken = (reason: string) => fieldFault(TOKEN_PATH, 'terms-token', 'InvalidToken', reason)

const noTier = () => fieldFault('tierName', 'tier-unavailable', 'InvalidTier')

const writeApplication = (row: ApplicationRow) =>
  succeed({
    AppId: row.id,
    ApplicationStatus: row.status,
    TierName: row.tier_name,
    UpdatedAt: new Date(row.updated_at_ms).toISOString(),
    ...(row.equipment === null ? {} : { Equipment: JSON.parse(row.equipment) as boarding.Equipment }),
  })

/** Creates the boarding handlers by operation name. */
export function boardingHandlers({ kernel, tiers, applications }: BoardingDeps): Handlers {
  const { store, log, random } = kernel

  const getTiers: BoardingHandler = async ({ boarder }) =>
    succeed({ Tiers: (await tiers.availableTo(boarder.accountId, boarder.sandbox)).map(writeTier) })

  const agreement: BoardingHandler = async ({ boarder, body }) => {
    const offered = await tiers.availableTo(boarder.accountId, boarder.sandbox)
    const name = textAt(body, 'TierName')
    const tier = offered.find((each) => each.name === name)
    const typed = judgeTypes(body, AGREEMENT)
    if (tier === undefined)
      return refuseFields(typed) ?? refuseField(name === '' ? fieldFault('tierName', 'choose') : noTier())
    const words = wordsOf(tier)
    const locale = textAt(body, 'Locale')
    if (memberOf(body, 'Acceptance') === undefined)
      return (
        refuseFields(typed) ??
        succeed({ Documents: documentsOf(words, locale), Consents: consentsOf(locale) })
      )
    const { acceptance, faults } = validateAcceptance(body, words)
    const wrong = refuseFields(faults)
    if (wrong !== null) return wrong
    const { token, expiresAtMs } = await storeAcceptance(kernel, tier, acceptance)
    return succeed({ Token: token, ExpiresAt: new Date(expiresAtMs).toISOString() })
  }

  const submitGoApp = async ({ boarder, reference, body }: BoardingCall) => {
    const { accountId, keyId, sandbox, agentId } = boarder
    const [offered, nowMs] = [await tiers.availableTo(accountId, sandbox), await store.now()]
    const names = offered.map(({ name }) => name)
    const validated = validateSubmission(body, { today: latestDate(nowMs), sandbox, tiers: names })
    const { values, token, agentName, agentEmail } = validated
    const tier = offered.find(({ name }) => name === values.tierName)
    const faults = [...validated.faults]
    // A token is bound to a tier, so it cannot be checked without one.
    if (token !== null && tier !== undefined) {
      const binding = { accountId, tierId: tier.id, corporateName: values.corporateName }
      const found = checkToken(await readToken(store.db, hashOf(token)), binding, nowMs)
      if (found !== null) faults.push(badToken(found))
    }
    const wrong = refuseFields(faults)
    if (wrong !== null) return wrong
    if (tier === undefined) return refuseField(noTier())
    const scripted = sandbox ? refuseFields(scriptedFaults(values.corporateName)) : null
    if (scripted !== null) return scripted
    const equipment = sandbox ? createEquipment(random, tier.cobrand_id) : null
    const end = await applications.insert({
      accountId,
      tier,
      sandbox,
      reference,
      agentId,
      agentName,
      agentEmail,
      values,
      token,
      equipment,
    })
    if (end.type === 'token') return refuseField(badToken('used at the same moment'))
    if (end.type === 'duplicate')
      return refuseBoarding(
        'DuplicateApplication',
        `This business has an application already: AppId ${end.appId}. Follow that one instead of sending it again.`,
      )
    log.info(
      { reference, accountId, keyId, appId: end.row.id, state: end.row.status },
      'application received',
    )
    return succeed({ AppId: end.row.id, ...(equipment === null ? {} : { Equipment: equipment }) })
  }

  const getApplication: BoardingHandler = async ({ boarder, body }) => {
    const wrong = refuseFields(judgeTypes(body, LOOK_UP))
    if (wrong !== null) return wrong
    const { accountId, sandbox } = boarder
    const [appId, token] = [textAt(body, 'AppId'), textAt(body, 'Token')]
    if (appId === '' && token === '') return refuseField(fieldFault('appId', 'required'))
    const found =
      appId === ''
        ? await applications.findByToken(accountId, token)
        : await applications.find(accountId, appId)
    const other = token !== '' && found?.token_hash !== hashOf(token)
    // Production keys and sandbox keys cannot see each other's applications.
    if (found === null || other || (found.sandbox === 1) !== sandbox)
      return refuseBoarding(
        'NotFound',
        'There is no such application. Check the AppId, the token and the key.',
      )
    return writeApplication(found)
  }

  return { getTiers, getTierNames: getTiers, agreement, submitGoApp, getApplication }
}
