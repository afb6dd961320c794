// The part of <terminal-pay> with which a person decides the result of a sale (rules 20 and 21): when it is possible, the
// required evidence, and the outcome. It is loaded when a sale may need it. The BFF checks the person's permission by the
// token.
import type { Attestation, Sale } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, type Part } from '../shared/controls.ts'
import { over } from '../shared/over.ts'
import { message } from './controls.ts'
import { judge, type Meaning, type Typed, type Wrong } from './resolve.evidence.ts'
import { RESOLVE_ENGLISH, type ResolveStrings } from './resolve.strings.ts'
import { clock, money } from './format.ts'
import type { Client } from '../shared/client.ts'
import { fenceMs } from './choice.situation.ts'
import type { sendDecision } from './decision.ts'

/** The members of a sale that the section reads. */
type ResolvableSale = Pick<Sale, 'id' | 'state' | 'device' | 'amountMinor' | 'currency' | 'deviceFreeAtMs'>

/** News of the sale after a decision: its state, or that another person was first. */
export type ResolveNews =
  | { readonly type: 'seen'; readonly sale: Sale }
  | {
      readonly type: 'refused'
      readonly action: 'resolve'
      readonly code: 'not-resolvable'
      readonly sale: Sale
      readonly value: string
    }

/** The element around the section. */
interface ResolveHost {
  readonly view: { readonly sale: ResolvableSale | null }
  redraw(): void
  /** Aborts the last request of this name and begins a new one. */
  run(name: 'resolve'): AbortSignal
  client(): Client
  step(news: ResolveNews): void
}

/** The input of the section. */
interface ResolveScene {
  readonly view: { readonly sale: ResolvableSale | null }
  readonly text: { readonly problems: Readonly<Record<string, string>> }
  readonly lang: string
  readonly nowMs: number
}

/** State of the section. */
interface Shown {
  /** ID and state of the sale that this belongs to. */
  readonly of: string
  readonly meaning: Meaning | null
  readonly busy: boolean
  readonly wrong: { readonly text: Wrong; readonly field: keyof Typed } | null
  /** The person returned from a form: the section takes the focus. */
  readonly returned: boolean
  /** Code of the refusal by the BFF or the page. */
  readonly code: string | null
}

const CLOSED: Omit<Shown, 'of'> = { meaning: null, busy: false, wrong: null, returned: false, code: null }

const textOf = (fields: FormData, name: keyof Typed): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** Lets a person decide the result of a sale. */
export class Resolver {
  readonly #host: ResolveHost
  readonly #sendDecision: typeof sendDecision
  #shown: Shown = { of: '', ...CLOSED }
  #spoken = ''

  constructor(host: ResolveHost, send: typeof sendDecision) {
    this.#host = host
    this.#sendDecision = send
  }

  /** Text for the live region about the rendered section; empty if the title is enough. */
  takeSpoken(): string {
    const spoken = this.#spoken
    this.#spoken = ''
    return spoken
  }

  /** True while a form is open. */
  get open(): boolean {
    return this.#shown.meaning !== null
  }

  /** The section below an unknown or contradictory sale. */
  render(scene: ResolveScene): TemplateResult {
    const sale = scene.view.sale!
    const text: ResolveStrings = over(RESOLVE_ENGLISH, scene.text)
    const of = sale.id + sale.state
    if (this.#shown.of !== of) this.#shown = { of, ...CLOSED }
    const { code } = this.#shown
    const waitMs = fenceMs(sale, scene.nowMs)
    const problem =
      // Signed in or not, the page's server says that this person may not decide.
      code &&
      (text.undecided[code === 'token-unauthorized' ? 'token-refused' : code] ??
        scene.text.problems[code] ??
        scene.text.problems['otherwise']!)
    // Do not repeat an announcement while a person types in an open form: a blank also keeps the title silent.
    this.#spoken = problem || this.#wrong(text) || (this.open ? ' ' : waitMs > 0 ? '' : text.decideNow)
    return html`<div class="decide" part="resolve">
      ${waitMs > 0 ? this.#renderWait(scene, text, waitMs) : this.#renderForm(scene, text)}
      ${problem ? message('bad', problem) : nothing}
    </div>`
  }

  #wrong(text: ResolveStrings): string {
    const { wrong } = this.#shown
    return wrong ? text[wrong.text] : ''
  }

  #show(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change }
    this.#host.redraw()
  }

  #renderWait({ view }: ResolveScene, text: ResolveStrings, waitMs: number): TemplateResult {
    return html`<h3>${text.decide}</h3>
      <p>${text.decideWait(view.sale!.device.name, clock(waitMs + 999))}</p>`
  }

  #renderForm(scene: ResolveScene, text: ResolveStrings): TemplateResult {
    const { meaning, returned } = this.#shown
    if (meaning === 'paid') return this.#renderPaid(scene, text)
    if (meaning === 'unpaid') return this.#renderUnpaid(text)
    return html`<h3 id=${returned ? 'begin' : nothing} tabindex="-1">${text.decide}</h3>
      <p>${text.decideNow}</p>
      <div class="row">
        ${button(text.markPaid, () => this.#show({ ...CLOSED, meaning: 'paid' }))}
        ${button(text.markUnpaid, () => this.#show({ ...CLOSED, meaning: 'unpaid' }))}
      </div>`
  }

  #renderPaid({ lang, view }: ResolveScene, text: ResolveStrings): TemplateResult {
    const { amountMinor, currency } = view.sale!
    return html`<form
      novalidate
      @input=${() => this.#show({ wrong: null })}
      @submit=${(event: SubmitEvent) => this.#submit(event, 'paid')}
    >
      <h3>${text.markPaidTitle(money(lang, amountMinor, currency))}</h3>
      ${this.#field(text, 'reference', 'begin')}${this.#field(text, 'approvalCode')}
      ${this.#foot(text, text.markPaid, 'main')}
    </form>`
  }

  #field(text: ResolveStrings, name: 'reference' | 'approvalCode', id: string = name): TemplateResult {
    const [label, hint] = text.evidence[name]
    const bad = this.#shown.wrong?.field === name
    return html`<p class="field">
      <label for=${id}>${label}</label>
      <small id=${`${name}-note`} class=${bad ? 'bad' : ''}>${bad ? this.#wrong(text) : hint}</small>
      <input
        id=${id}
        name=${name}
        dir="ltr"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby=${`${name}-note`}
        aria-invalid=${bad ? 'true' : 'false'}
      />
    </p>`
  }

  #renderUnpaid(text: ResolveStrings): TemplateResult {
    const wrong = this.#wrong(text)
    return html`<form
      novalidate
      @input=${() => this.#show({ wrong: null })}
      @submit=${(event: SubmitEvent) => this.#submit(event, 'unpaid')}
    >
      <h3 id="begin" tabindex="-1">${text.markUnpaid}</h3>
      ${message('bad', text.unpaidOnly, text.unpaidThen)}
      <label class="choice">
        <input
          type="checkbox"
          name="seen"
          aria-describedby="seen-note"
          aria-invalid=${wrong ? 'true' : 'false'}
        />
        <span class="grow">${text.unpaidSeen}</span>
      </label>
      <small id="seen-note" class="bad">${wrong || nothing}</small>
      ${this.#foot(text, text.markUnpaid, 'main danger')}
    </form>`
  }

  #foot(text: ResolveStrings, label: string, kind: string): Part {
    const { busy } = this.#shown
    return html`<div class="row">
      ${button(label, null, busy, kind)}
      ${button(text.back, () => this.#show({ ...CLOSED, returned: true }), busy)}
    </div>`
  }

  #submit(event: SubmitEvent, meaning: Meaning): void {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const fields = new FormData(form)
    const judged = judge(meaning, {
      reference: textOf(fields, 'reference'),
      approvalCode: textOf(fields, 'approvalCode'),
      seen: fields.has('seen'),
    })
    if ('wrong' in judged) {
      this.#show({ wrong: { text: judged.wrong, field: judged.field }, code: null })
      form.querySelector<HTMLInputElement>(`[name=${judged.field}]`)?.focus()
      return
    }
    void this.#send(judged.attestation)
  }

  async #send(body: Attestation): Promise<void> {
    const host = this.#host
    const { id } = host.view.sale!
    const signal = host.run('resolve')
    this.#show({ busy: true, wrong: null, code: null })
    const { answer, sale } = await this.#sendDecision(host.client(), id, body, signal)
    if (signal.aborted) return
    this.#show({ busy: false, code: answer.ok ? null : answer.code })
    if (!sale) return
    // After a refusal the element shows the present sale. If another manager was first, it says that this entry was not saved.
    const value = body.outcome === 'paid' ? (body.reference ?? body.approvalCode ?? '') : ''
    if (!answer.ok && answer.code === 'not-resolvable')
      host.step({ type: 'refused', action: 'resolve', code: answer.code, sale, value })
    else host.step({ type: 'seen', sale })
  }
}
