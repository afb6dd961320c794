// Handlers of the boarding API (§4.6, D-22 … D-26).
import { latestDate, memberOf, type boarding } from '@tapboard/contract'
import { hashOf } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import { validateAcceptance } from './agreement/acceptance.ts'
import { consentsOf, documentsOf } from './agreement/documents.ts'
import { storeAcceptance } from './agreement/acceptance-repository.ts'
import type { ApplicationRepository } from './applications.ts'
import { succeed, type BoardingCall, type BoardingHandler, type BoardingSuccess } from './call.ts'
import { createEquipment } from './equipment.ts'
import { fieldFault, refuseBoarding, refuseField, refuseFields, type BoardingRefusal } from './refusal.ts'
import { scriptedFaults, TOKEN_PATH, validateSubmission, type ValidatedSubmission } from './submission.ts'
import { feesOf, includesOf, writeTier, type TierRepository } from './tiers.ts'
import { checkToken, readToken } from './tokens.ts'
import { AGREEMENT, judgeTypes, LOOK_UP } from './types.ts'
import type { ApplicationRow, TierRow } from '../schema/boarding.ts'

/** Dependencies of the boarding handlers. */
interface BoardingDeps {
  readonly kernel: Kernel
  readonly tiers: TierRepository
  readonly applications: ApplicationRepository
}

type Handlers = Readonly<Record<boarding.BoardingRouteName, BoardingHandler>>
type Answer = BoardingSuccess | BoardingRefusal

interface ValidSubmission {
  readonly type: 'valid'
  readonly tier: TierRow
  readonly submission: ValidatedSubmission
}

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
    TierName: row.tierName,
    UpdatedAt: new Date(row.updatedAtMs).toISOString(),
    ...(row.equipment === null ? {} : { Equipment: JSON.parse(row.equipment) as boarding.Equipment }),
  })

async function getTiers({ tiers }: BoardingDeps, { boarder }: BoardingCall): Promise<Answer> {
  return succeed({ Tiers: (await tiers.availableTo(boarder.accountId, boarder.sandbox)).map(writeTier) })
}

async function agreement({ kernel, tiers }: BoardingDeps, { boarder, body }: BoardingCall): Promise<Answer> {
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
      refuseFields(typed) ?? succeed({ Documents: documentsOf(words, locale), Consents: consentsOf(locale) })
    )
  const { acceptance, faults } = validateAcceptance(body, words)
  const wrong = refuseFields(faults)
  if (wrong !== null) return wrong
  const { token, expiresAtMs } = await storeAcceptance(kernel, tier, acceptance)
  return succeed({ Token: token, ExpiresAt: new Date(expiresAtMs).toISOString() })
}

/** Validates a submission and its token; the order of the checks decides which refusal is sent. */
async function judgeSubmission(
  { kernel: { store }, tiers }: BoardingDeps,
  { boarder: { accountId, sandbox }, body }: BoardingCall,
): Promise<ValidSubmission | BoardingRefusal> {
  const [offered, nowMs] = [await tiers.availableTo(accountId, sandbox), await store.now()]
  const names = offered.map(({ name }) => name)
  const submission = validateSubmission(body, { today: latestDate(nowMs), sandbox, tiers: names })
  const { values, token } = submission
  const tier = offered.find(({ name }) => name === values.tierName)
  const faults = [...submission.faults]
  // A token is bound to a tier, so it cannot be checked without one.
  if (token !== null && tier !== undefined) {
    const binding = { accountId, sandbox, tierId: tier.id, corporateName: values.corporateName }
    const found = checkToken(await readToken(store.db, hashOf(token)), binding, nowMs)
    if (found !== null) faults.push(badToken(found))
  }
  const wrong = refuseFields(faults)
  if (wrong !== null) return wrong
  if (tier === undefined) return refuseField(noTier())
  const scripted = sandbox ? refuseFields(scriptedFaults(values.corporateName)) : null
  return scripted ?? { type: 'valid', tier, submission }
}

async function submitGoApp(deps: BoardingDeps, call: BoardingCall): Promise<Answer> {
  const { log, random } = deps.kernel
  const { boarder, reference } = call
  const { accountId, keyId, sandbox, agentId } = boarder
  const judged = await judgeSubmission(deps, call)
  if (judged.type !== 'valid') return judged
  const { tier, submission } = judged
  const { values, token, agentName, agentEmail } = submission
  const equipment = sandbox ? createEquipment(random, tier.cobrandId) : null
  const end = await deps.applications.insert({
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
  log.info({ reference, accountId, keyId, appId: end.row.id, state: end.row.status }, 'application received')
  return succeed({ AppId: end.row.id, ...(equipment === null ? {} : { Equipment: equipment }) })
}

async function getApplication({ applications }: BoardingDeps, call: BoardingCall): Promise<Answer> {
  const { boarder, body } = call
  const wrong = refuseFields(judgeTypes(body, LOOK_UP))
  if (wrong !== null) return wrong
  const { accountId, sandbox } = boarder
  const [appId, token] = [textAt(body, 'AppId'), textAt(body, 'Token')]
  if (appId === '' && token === '') return refuseField(fieldFault('appId', 'required'))
  const found =
    appId === ''
      ? await applications.findByToken(accountId, token)
      : await applications.find(accountId, appId)
  const other = token !== '' && found?.tokenHash !== hashOf(token)
  // Production keys and sandbox keys cannot see each other's applications.
  if (found === null || other || found.sandbox !== sandbox)
    return refuseBoarding('NotFound', 'There is no such application. Check the AppId, the token and the key.')
  return writeApplication(found)
}

/** Creates the boarding handlers by operation name. */
export function boardingHandlers(deps: BoardingDeps): Handlers {
  const listTiers: BoardingHandler = (call) => getTiers(deps, call)
  return {
    getTiers: listTiers,
    getTierNames: listTiers,
    agreement: (call) => agreement(deps, call),
    submitGoApp: (call) => submitGoApp(deps, call),
    getApplication: (call) => getApplication(deps, call),
  }
}
