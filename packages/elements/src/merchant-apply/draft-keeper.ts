// Saves the typed values in the background, one save at a time: when the person continues, and while they fill in a step (D-210). A
// failed save is retried. If another page saved in between, the person chooses; the answer to our own lost save is recognised.
import {
  web,
  withoutSecrets,
  type ApplicationPage,
  type ApplicationValues,
  type Step,
} from '@tapboard/contract'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { BffHost } from '../shared/bff-controller.ts'
import type { Client, ClientPorts } from '../shared/client.ts'
import type { Answer } from '../shared/fault.ts'
import { isHidden, onTurn, pause } from '../shared/wake.ts'
import type { FormDeps } from './form-deps.ts'
import { isSavePending } from './draft-state.ts'
import { draftOf, isLocked } from './merchant-apply.machine.ts'

/** Pause between two tries. */
const RETRY_PAUSE_MS = 5_000

/** An unfinished step is saved when no value has changed for this long. */
const REST_MS = 2_000

/** A browser refuses `keepalive` for bodies above 64 KiB, of all requests together. */
const KEEPALIVE_MAX = 32_768

/** The members of the form that its drafts use. */
interface DraftForm extends FormDeps {
  readonly host: ReactiveControllerHost & Pick<BffHost, 'fetcher'>
}

/** The values to save. A person of whom nothing is known is no change: the form opens the first one by itself. */
function savedOf(values: ApplicationValues): string {
  const { signers, ...rest } = withoutSecrets(values)
  const known = signers.filter(
    ({ firstName, lastName, dateOfBirth }) => firstName + lastName + dateOfBirth !== '',
  )
  return JSON.stringify([rest, known])
}

/** Saves the draft of one element. */
export class DraftKeeper implements ReactiveController {
  readonly #deps: DraftForm
  /** The values of the last change that was seen. */
  #values: unknown
  /** The values of the last save, or those that were read, without secrets. */
  #sent = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Body of the save that comes next, with its signed headers. */
  #signed: readonly [body: string, headers: ReturnType<Client['authorize']>] | undefined
  #stopListening = (): void => undefined
  /** Step to be saved; `null` if all changes are saved. */
  #pendingStep: Step | null = null
  /** The running save; aborted when the element is removed. */
  #saving: AbortSignal | null = null
  /** The last body whose answer was lost. */
  #unansweredBody: string | null = null

  constructor(deps: DraftForm) {
    this.#deps = deps
    deps.host.addController(this)
  }

  hostConnected(): void {
    // A hidden page may be discarded without a further event.
    this.#stopListening = onTurn(() => isHidden() && this.#saveChanges())
    this.#values = null
    this.#deps.host.requestUpdate()
  }

  hostDisconnected(): void {
    this.#stopListening()
    clearTimeout(this.#timer)
  }

  /** A change of the values begins a new rest. */
  hostUpdated(): void {
    const { values } = this.#deps.view
    if (values === this.#values) return
    this.#values = values
    clearTimeout(this.#timer)
    if (!this.#hasChanges) return
    this.#sign()
    this.#timer = setTimeout(() => this.#saveChanges(), REST_MS)
  }

  /** Signs the next save in advance: a page that is left has no time to wait for a signature. */
  #sign(): void {
    const deps = this.#deps
    const call = { body: draftOf(deps.view, deps.view.step), signal: deps.run('sign') }
    const body = JSON.stringify(call.body)
    this.#signed = [body, deps.client().authorize(web.saveDraft, call, body)]
  }

  /** A client that sends the first request of `body` with the signature made in advance, if there is one. */
  #client(fetch: ClientPorts['fetch'], body: object): Client {
    const client = this.#deps.client(fetch)
    const [text, headers] = this.#signed ?? []
    this.#signed = undefined
    if (headers && text === JSON.stringify(body)) {
      const { authorize } = client
      client.authorize = () => {
        client.authorize = authorize
        return headers
      }
    }
    return client
  }

  /** True if the last save has all values that a draft may have. */
  get isSaved(): boolean {
    const { values, touched } = this.#deps.view
    const now = savedOf(values)
    if (!touched) this.#sent = now
    return now === this.#sent
  }

  /** True if there is a change to save, and the draft may be saved. */
  get #hasChanges(): boolean {
    const { view } = this.#deps
    return !this.isSaved && !isLocked(view) && view.draft.state !== 'changed'
  }

  #saveChanges(): void {
    if (this.#hasChanges) this.save(this.#deps.view.step)
  }

  /** Saves at `step`, now or after the running save. */
  save(step: Step): void {
    this.#pendingStep = step
    this.resume()
  }

  /** Retries a save that was interrupted when the element was removed from the page. */
  resume(): void {
    if (this.#pendingStep && (this.#saving?.aborted ?? true)) void this.#work()
  }

  /** Aborts the running save and drops the pending one. */
  stop(): void {
    this.#pendingStep = null
    clearTimeout(this.#timer)
    this.#deps.run('save')
  }

  /** Restarts the save that `stop` interrupted. Otherwise a no-op. */
  restart(): void {
    if (isSavePending(this.#deps.view.draft)) this.save(this.#deps.view.step)
  }

  /** Overwrites the draft that was saved elsewhere. */
  async keepMine(): Promise<void> {
    const signal = this.#deps.run('save')
    const page = await this.#read(signal)
    if (signal.aborted) return
    if (!page.ok) return this.#deps.step({ type: 'unsaved' })
    this.#deps.step({ type: 'based', version: page.value.draft?.version ?? 0 })
    this.save(this.#deps.view.step)
  }

  async #work(): Promise<void> {
    const deps = this.#deps
    const signal = deps.run('save')
    this.#saving = signal
    while (
      this.#pendingStep &&
      !signal.aborted &&
      !isLocked(deps.view) &&
      deps.view.draft.state !== 'changed'
    ) {
      const step = this.#pendingStep
      this.#pendingStep = null
      const body = draftOf(deps.view, step)
      const sent = JSON.stringify([body.step, body.values])
      this.#sent = savedOf(body.values)
      deps.step({ type: 'saving' })
      // A save that has left the page arrives even if the page is closed or loaded again.
      const keepalive = sent.length < KEEPALIVE_MAX
      const fetch: ClientPorts['fetch'] = (url, init) => deps.host.fetcher(url, { ...init, keepalive })
      const answer = await this.#client(fetch, body).call(web.saveDraft, { body, signal })
      if (!signal.aborted && answer.ok) {
        this.#unansweredBody = null
        deps.step({ type: 'saved', saved: answer.value })
        continue
      }
      this.#pendingStep ??= step
      if (signal.aborted || (!answer.ok && !answer.heard)) this.#unansweredBody = sent
      if (signal.aborted || answer.ok) break
      if (answer.code === 'draft-changed' && (await this.#isSettled(signal))) continue
      if (answer.code.startsWith('application-')) {
        this.#pendingStep = null
        void deps.load()
      } else if (!signal.aborted) {
        deps.step({ type: 'unsaved' })
        // The BFF would reject the same body again: do not retry.
        if (/^(invalid|body)/.test(answer.code)) break
        await pause(RETRY_PAUSE_MS + answer.retryAfterMs, signal)
      }
    }
    if (this.#saving === signal) this.#saving = null
  }

  /**
   * Reads the conflicting draft. If it is our own, from a save whose answer was lost, the next save follows it; otherwise the
   * person must choose. Returns `false` if the read failed.
   */
  async #isSettled(signal: AbortSignal): Promise<boolean> {
    const page = await this.#read(signal)
    if (signal.aborted || !page.ok) return false
    const { draft } = page.value
    const ours = draft && JSON.stringify([draft.step, draft.values]) === this.#unansweredBody
    this.#deps.step(ours ? { type: 'based', version: draft.version } : { type: 'changed' })
    return true
  }

  #read(signal: AbortSignal): Promise<Answer<ApplicationPage>> {
    return this.#deps.client().call(web.getApplication, { signal })
  }
}
