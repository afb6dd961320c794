// The passkeys of a person: add, list, remove.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Passkey } from '@tapboard/contract/dashboard'
import { button } from '../../elements/src/shared/controls.ts'
import { agoText, dayText } from './format.ts'
import { field, onSubmit, textsOf } from './parts.ts'
import { createPasskey, hasPasskeys, NO_PASSKEY } from './passkeys.ts'
import { View } from './view.ts'

export class PasskeysView extends View {
  static override properties = { ...View.properties, passkeys: { state: true } }

  declare private passkeys: readonly Passkey[]

  constructor() {
    super()
    this.passkeys = []
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('listPasskeys')
    if (read !== null) this.passkeys = read.value.passkeys
  }

  #add(form: HTMLFormElement): void {
    const { name = '' } = textsOf(form)
    void this.change(async () => {
      const begun = await this.ask('beginPasskey')
      if (begun === null) return
      const response = await createPasskey(begun.value.options)
      if (response === null) {
        this.fault = NO_PASSKEY
        return
      }
      if ((await this.ask('addPasskey', { body: { name, response } })) === null) return
      form.reset()
      this.outcome = 'The passkey is added.'
      await this.#read()
    })
  }

  #remove({ id, name }: Passkey): void {
    void this.change(async () => {
      if ((await this.ask('removePasskey', { params: { id } })) === null) return
      this.outcome = `The passkey ${name} is removed.`
      await this.#read()
    })
  }

  #renderPasskey(passkey: Passkey): TemplateResult {
    const { name, createdAtMs, usedAtMs } = passkey
    return html`<li>
      <div>
        <h3>${name}</h3>
        <p class="quiet">
          Added ${dayText(createdAtMs)}${usedAtMs === null ? '' : ` · used ${agoText(usedAtMs, Date.now())}`}
        </p>
      </div>
      <div></div>
      <div class="row">
        ${button('Remove', () => this.#remove(passkey), this.busy, 'small danger', `Remove: ${name}`)}
      </div>
    </li>`
  }

  override render(): TemplateResult {
    const { passkeys } = this
    return html`<section class="stack">
      <header><h2>Passkeys</h2></header>
      <p class="quiet">Sign in with your fingerprint, your face or the PIN of your device.</p>
      ${
        passkeys.length === 0
          ? nothing
          : html`<ul class="things">
              ${passkeys.map((passkey) => this.#renderPasskey(passkey))}
            </ul>`
      }
      ${
        hasPasskeys()
          ? html`<form @submit=${onSubmit((form) => this.#add(form))}>
              ${field({ label: 'Name of the new passkey', name: 'name', hint: 'For example: My phone', required: true })}
              <div class="row">${button('Add a passkey', null, this.busy)}</div>
            </form>`
          : html`<p>Passkeys need a browser that has them, and a host name in the address.</p>`
      }
      ${this.renderMessages()}
    </section>`
  }
}
