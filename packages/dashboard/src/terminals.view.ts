// Terminals: status, model, last session; register with a pairing code, rename, remove.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { DEVICE_MAKES } from '@tapboard/contract'
import type { Terminal } from '@tapboard/contract/dashboard'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { agoText } from './format.ts'
import { badge, choice, code, dialog, empty, faultIn, field, onSubmit, secret, textsOf } from './parts.ts'
import { View } from './view.ts'

const MODELS = DEVICE_MAKES.filter((make) => make !== 'pax').map((make) => [make, make] as const)

/** The terminal of an open dialog, and its pairing code once there is one. */
interface Subject {
  readonly id: string
  readonly name: string
  readonly pairingCode: string
}

const NONE: Subject = { id: '', name: '', pairingCode: '' }

export class TerminalsView extends View {
  static override properties = {
    ...View.properties,
    terminals: { state: true },
    subject: { state: true },
  }

  declare private terminals: readonly Terminal[] | null
  declare private subject: Subject

  constructor() {
    super()
    this.terminals = null
    this.subject = NONE
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (changed.has('changes')) void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('listTerminals')
    if (read !== null) this.terminals = read.value.terminals
  }

  #register(form: HTMLFormElement): void {
    const { serial = '', model = '', name = '' } = textsOf(form)
    void this.change(async () => {
      const done = await this.ask('registerTerminal', { body: { serial: serial.trim(), model, name } })
      if (done === null) return
      form.reset()
      this.subject = { id: done.value.id, name, pairingCode: done.value.pairingCode }
      this.close('register')
      this.open('code')
      await this.#read()
    })
  }

  #newCode({ id, name }: Terminal): void {
    void this.change(async () => {
      const done = await this.ask('pairTerminal', { params: { id } })
      if (done === null) return
      this.subject = { id, name, pairingCode: done.value.pairingCode }
      this.open('code')
    })
  }

  #ask(id: 'rename' | 'remove', terminal: Terminal): void {
    this.subject = { id: terminal.id, name: terminal.name, pairingCode: '' }
    this.open(id)
  }

  #rename(form: HTMLFormElement): void {
    const { name = '' } = textsOf(form)
    void this.change(async () => {
      if ((await this.ask('renameTerminal', { params: { id: this.subject.id }, body: { name } })) === null)
        return
      this.close('rename')
      this.outcome = `The terminal is now called ${name}.`
      await this.#read()
    })
  }

  #remove(): void {
    void this.change(async () => {
      if ((await this.ask('removeTerminal', { params: { id: this.subject.id } })) === null) return
      this.close('remove')
      this.outcome = `${this.subject.name} is removed.`
      await this.#read()
    })
  }

  #renderActions(terminal: Terminal): TemplateResult | typeof nothing {
    if (!this.isOwner) return nothing
    const act = (label: string, run: () => void, kind = 'small'): TemplateResult =>
      button(label, run, this.busy, kind, `${label}: ${terminal.name}`)
    return html`<div class="row">
      ${act('Code', () => this.#newCode(terminal))} ${act('Rename', () => this.#ask('rename', terminal))}
      ${act('Remove', () => this.#ask('remove', terminal), 'small danger')}
    </div>`
  }

  #renderTerminal(terminal: Terminal): TemplateResult {
    const { status, lastSession, paired } = terminal
    const state =
      status === 'CONNECTED'
        ? badge('Connected', 'good')
        : badge(paired ? 'Disconnected' : 'Waiting for its code', paired ? 'bad' : 'warn')
    return html`<li>
      <div>
        <h2>${terminal.name}</h2>
        <p class="quiet">${terminal.model} · ${code(terminal.serial)}</p>
      </div>
      <div>
        ${state}
        <p class="quiet">
          ${
            lastSession === null
              ? 'No payment yet'
              : this.link(
                  { view: 'transaction', id: lastSession.id },
                  `Last payment ${agoText(lastSession.createdAtMs, Date.now())}`,
                )
          }
        </p>
      </div>
      ${this.#renderActions(terminal)}
    </li>`
  }

  #renderDialogs(): TemplateResult {
    const { name, pairingCode } = this.subject
    const cancel = (id: string): TemplateResult => button('Cancel', () => this.close(id))
    return html`${dialog(
      'register',
      'Register a terminal',
      html`<form @submit=${onSubmit((form) => this.#register(form))}>
        ${field({ label: 'Name', name: 'name', hint: 'For example: Front counter', required: true })}
        ${choice('Model', 'model', MODELS, 'A920')}
        ${field({
          label: 'Serial number',
          name: 'serial',
          hint: 'On the back of the terminal',
          required: true,
          maxLength: 32,
        })}
        ${faultIn(this.fault)}
        <div class="row">${cancel('register')} ${mainButton('Register', null, this.busy)}</div>
      </form>`,
    )}
    ${dialog(
      'code',
      `Pair ${name}`,
      html`<p>Type this code at the terminal within 24 hours. It works once.</p>
        ${
          pairingCode === ''
            ? nothing
            : secret('Pairing code', pairingCode, this.copied, () => this.copy(pairingCode))
        }
        <div class="row">${mainButton('Done', () => this.close('code'))}</div>`,
      () => (this.subject = NONE),
    )}
    ${dialog(
      'rename',
      'Rename the terminal',
      html`<form @submit=${onSubmit((form) => this.#rename(form))}>
        ${field({ label: 'New name', name: 'name', value: name, required: true })} ${faultIn(this.fault)}
        <div class="row">${cancel('rename')} ${mainButton('Rename', null, this.busy)}</div>
      </form>`,
    )}
    ${dialog(
      'remove',
      `Remove ${name}?`,
      html`<p>The terminal takes no more payments. Its past payments stay in the list.</p>
        ${faultIn(this.fault)}
        <div class="row">
          ${cancel('remove')} ${button('Remove', () => this.#remove(), this.busy, 'danger')}
        </div>`,
    )}`
  }

  override render(): TemplateResult {
    const { terminals } = this
    const add = this.isOwner ? mainButton('Register a terminal', () => this.open('register')) : nothing
    return html`<main>
      <header>
        <h1 tabindex="-1">Terminals</h1>
        ${terminals?.length === 0 ? nothing : add}
      </header>
      ${this.renderMessages()}
      <section class="flush" aria-busy=${terminals === null}>
        ${
          terminals === null
            ? html`<p class="loading quiet">Loading…</p>`
            : terminals.length === 0
              ? empty('No terminals', 'Register a terminal to take payments on it from any till.', add)
              : html`<ul class="things">
                  ${terminals.map((terminal) => this.#renderTerminal(terminal))}
                </ul>`
        }
      </section>
      ${this.#renderDialogs()}
    </main>`
  }
}
