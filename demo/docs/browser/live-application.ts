// The application on the home page: a real `<merchant-apply>` with a partner and a boarding service inside the page. Nothing leaves the
// page: the service keeps the answers in memory until the page closes. It decides soon after the submission.
import '@tapboard/elements/merchant-apply/define'
import { DRAFT_STEPS } from '@tapboard/contract'
import type { ScriptedBff } from '../../../packages/elements/src/testing/scripted-bff.ts'
import { ScriptedBoarding } from '../../../packages/elements/src/testing/scripted-boarding.ts'
import { SAMPLES } from '../../host/sign-up/samples.ts'
import { pause, until } from '../../shared/wait.ts'
import { make } from './dom.ts'
import { sampleToken } from './scripted-shop.ts'

/** Time of each step of the play, long enough to see it. */
const SEE_MS = 1_800

/** Time from the submission to its approval, in ms. */
const DECISION_MS = 2_500

/** Path of the BFF inside the page. */
const PATH = '/sample/partner'

type Seen = Parameters<NonNullable<ScriptedBff['handler']>>[0]

/** A boarding service that is sending for a moment, and approves. The element asks often while it is sending. */
class ApprovingService extends ScriptedBoarding {
  protected override answer(seen: Seen, signal: AbortSignal | null): Response | null {
    const answer = super.answer(seen, signal)
    if (!seen.path.endsWith('/submit') || answer?.ok !== true) return answer
    const { appId, reference, checkedAtMs } = this.application
    setTimeout(() => this.become({ state: 'approved', appId, reference, checkedAtMs }), DECISION_MS)
    return this.json(this.become({ state: 'submitting', appId: null, reference: null, checkedAtMs: null }))
  }
}

/** The application in the page, with the button below it. */
export class LiveApplication {
  readonly #stage = make('div', { class: 'live-stage live-application' })
  readonly #play = make('button', { type: 'button', class: 'live-play' }, 'Show every step')
  #apply = make('merchant-apply')
  #stop: AbortController | null = null

  constructor(place: HTMLElement) {
    this.#play.addEventListener('click', () => void (this.#stop ? this.#stop.abort() : this.#show()))
    const about = make(
      'p',
      {},
      'The real element: fill it, leave a field empty, send it. The partner and the service that decides are inside this page.',
    )
    place.append(this.#stage, make('div', { class: 'live-foot' }, this.#play, about))
    this.#begin(false)
  }

  /** A new application, empty or with sample answers that the applicant confirms. */
  #begin(isFilled: boolean): void {
    const service = new ApprovingService()
    const nowMs = Date.now()
    service.page = { partner: 'Tidewater Commerce', nowMs }
    this.#apply = make('merchant-apply', { 'bff-url': PATH })
    Object.assign(this.#apply, {
      fetcher: service.fetchBelow(PATH),
      getToken: sampleToken,
      ...(isFilled && { prefill: { ...SAMPLES.llc, tierName: 'Standard' } }),
    })
    this.#stage.replaceChildren(this.#apply)
  }

  /** Walks through the steps with sample answers; then the reader continues. The element takes no focus meanwhile. */
  async #show(): Promise<void> {
    const stop = new AbortController()
    this.#stop = stop
    this.#play.textContent = 'Stop'
    this.#begin(true)
    this.#stage.inert = true
    try {
      const apply = this.#apply
      await until(() => apply.step === 'start', stop.signal)
      for (const step of DRAFT_STEPS) {
        await pause(SEE_MS, stop.signal)
        await apply.goTo(step)
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
    if (this.#stop !== stop) return
    this.#stop = null
    this.#stage.inert = false
    this.#play.textContent = 'Show every step'
  }
}
