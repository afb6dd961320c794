// The partner's page: provides tokens and prefilled data to `<merchant-apply>`, and shows its events.
import '../shared/display.ts'
import '@tapboard/elements/merchant-apply/define'
import type { MerchantApplyEvent } from '@tapboard/elements'
import { isEditable, type ApplicationValues } from '@tapboard/contract'
import '../shared/event-log.define.ts'
import { inQuebec, knownOf, SAMPLES } from '../host/sign-up/samples.ts'
import { isSignUpScenario, sceneOf, SIGN_UPS, type SignUpScene } from '../host/sign-up/scenarios.ts'
import { by, hideEmptyLinks, offer, text } from '../shared/dom.ts'
import { placeOf, subject } from '../shared/page-urls.ts'
import {
  addSignUp,
  getApplyToken,
  getHeardOf,
  getLink,
  getSignUp,
  type SignUpView,
} from '../shared/sign-up-api.ts'
import { lookUpAddress, lookUpBusiness } from './look-ups.ts'
import { describeApplication, describeEvent, recordOf } from './event-text.ts'

const applicant = subject()
const apply = document.querySelector('merchant-apply')
const log = document.querySelector('event-log')

const complain = (name: string) => (error: unknown) =>
  log?.add({ name, text: error instanceof Error ? error.message : '', from: 'page' })

/** Selects a sample business for the page's scenario. */
function businessOf(scene: SignUpScene, values: ApplicationValues): ApplicationValues {
  const made = scene.quebec === true ? inQuebec(values) : values
  return scene.ending === undefined
    ? made
    : { ...made, corporateName: `${made.corporateName} ${scene.ending}` }
}

function showPairs(id: string, pairs: Readonly<Record<string, string>> | null): void {
  const list = by(id)
  list.replaceChildren(
    ...Object.entries(pairs ?? {}).flatMap(([name, value]) => [text('dt', name), text('dd', value)]),
  )
  by(`${id}-title`).hidden = list.childElementCount === 0
}

function show({ application, kept }: SignUpView): void {
  showPairs('record', recordOf(application))
  showPairs('kept', kept)
}

/** Retry delay while the server is unreachable. */
const AWAY_MS = 5000

let lastHeard = 0
/** Long-polls the partner's server for webhook events while the page is open. */
async function listen(): Promise<void> {
  for (;;) {
    const news = await getHeardOf(applicant, lastHeard).catch(() => null)
    if (news === null) {
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
      continue
    }
    for (const { number, event } of news) {
      lastHeard = Math.max(lastHeard, number)
      log?.add({ name: event.type, text: describeApplication(event.application), from: 'server' })
    }
    if (news.length > 0) show(await getSignUp(applicant))
  }
}

/** A submitted application cannot be filled with samples, or continued in another browser. */
function hideHelpers(samples: boolean, elsewhere: boolean): void {
  by('samples').hidden = samples
  by('elsewhere-helper').hidden = elsewhere
}

const received = (event: MerchantApplyEvent): void => {
  log?.add({ name: event.type, text: describeEvent(event), from: 'page' })
  if (event.type === 'merchant-apply-submitted') hideHelpers(true, true)
  // The applicant followed the hint after a sample was filled in.
  if (event.type === 'merchant-apply-step') by('samples-filled').textContent = ''
  if ('environment' in event.detail) {
    const { environment, state } = event.detail
    hideHelpers(environment !== 'sandbox' || !isEditable(state), !isEditable(state))
  }
  if (event.type !== 'merchant-apply-step') getSignUp(applicant).then(show, complain('server'))
}

function offerSamples(scene: SignUpScene): void {
  const labels = {
    llc: 'LLC, two owners',
    sole: 'Sole proprietor',
    canada: 'Canadian corporation',
    charity: 'Non-profit',
  }
  for (const [name, values] of Object.entries(SAMPLES)) {
    const label = labels[name as keyof typeof SAMPLES]
    offer(by('samples-list'), [label], () => {
      if (apply === null) return
      apply.prefill = businessOf(scene, values)
      apply.discard().then(() => {
        by('samples-filled').textContent = `Filled in: ${label}. Press Start, then choose a plan.`
      }, complain('sample data'))
    })
  }
}

/** Prefills the partner's data about the applicant. */
async function prepare(): Promise<void> {
  const signUp = await getSignUp(applicant)
  const scene = sceneOf(signUp.scenario)
  show(signUp)
  offerSamples(scene)
  if (apply !== null) apply.isolate = scene.isolate === true
  if (apply === null || scene.prefill === undefined) return
  const business = businessOf(scene, SAMPLES.llc)
  apply.prefill = scene.prefill === 'all' ? business : knownOf(business)
}

const prepared = prepare()
if (apply !== null) {
  for (const name of ['ready', 'step', 'draft-saved', 'submit', 'submitted', 'error'] as const)
    apply.addEventListener(`merchant-apply-${name}`, received)
  Object.assign(apply, { lookUpAddress, lookUpBusiness })
  apply.getToken = async ({ jkt }) => {
    await prepared
    return getApplyToken(applicant, jkt)
  }
}
prepared.then(listen).catch(complain('server'))

by('next').prepend(text('span', 'New sign-up:'))
for (const [name, { label }] of Object.entries(SIGN_UPS))
  offer(by('next'), [label], () => {
    if (isSignUpScenario(name))
      addSignUp(name).then(
        (made) => location.assign(placeOf(`/sign-up/${made.applicant}`)),
        complain('new sign-up'),
      )
  })
/** Shows the link as a link, with a button that copies it. */
function showLink(url: string): void {
  const { href } = new URL(placeOf(new URL(url).pathname), location.href)
  const isFirst = by('elsewhere-link').childElementCount === 0
  by('elsewhere-link').replaceChildren(
    Object.assign(document.createElement('a'), { href, textContent: href }),
  )
  if (isFirst)
    offer(by('elsewhere-buttons'), ['Copy the link'], () => {
      navigator.clipboard.writeText(by('elsewhere-link').textContent).catch(complain('link'))
    })
}

by('elsewhere').addEventListener('click', () => {
  getLink(applicant).then(showLink, complain('link'))
})
hideEmptyLinks()
