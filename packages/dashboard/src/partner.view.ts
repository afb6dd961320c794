// The partner record and the settings of boarding (§5.3).
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { BoardingSettings } from '@tapboard/contract/dashboard'
import { button } from '../../elements/src/shared/controls.ts'
import { code, field, onSubmit, textsOf } from './parts.ts'
import { View } from './view.ts'

export class PartnerView extends View {
  static override properties = { ...View.properties, settings: { state: true } }

  declare private settings: BoardingSettings | null

  constructor() {
    super()
    this.settings = null
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('readBoarding')
    if (read !== null) this.settings = read.value
  }

  #set(body: { readonly agentId?: string; readonly sandbox?: boolean }, outcome: string): void {
    void this.change(async () => {
      const done = await this.ask('changeBoarding', { body })
      if (done === null) return this.#read()
      this.settings = done.value
      this.outcome = outcome
    })
  }

  #namePartner(form: HTMLFormElement): void {
    const { name = '' } = textsOf(form)
    void this.change(async () => {
      const done = await this.ask('namePartner', { body: { name } })
      if (done === null) return
      this.settings = done.value
      this.outcome = 'The partner record is saved.'
    })
  }

  #renderPartner({ partner, agentId, sandbox }: BoardingSettings): TemplateResult {
    const off = !this.isOwner
    return html`<section class="stack">
      <header><h2>Partner record</h2></header>
      <form @submit=${onSubmit((form) => this.#namePartner(form))}>
        ${field({ label: 'Name of the partner', name: 'name', value: partner?.name ?? '', required: true })}
        ${partner === null ? nothing : html`<p>Partner ID ${code(partner.id)}</p>`}
        ${off ? nothing : html`<div class="row">${button(partner === null ? 'Create' : 'Save', null, this.busy)}</div>`}
      </form>
      <form
        @submit=${onSubmit((form) => this.#set({ agentId: textsOf(form)['agent'] ?? '' }, 'The agent ID is saved.'))}
      >
        ${field({
          label: 'Agent ID of applications',
          name: 'agent',
          value: agentId ?? '',
          hint: 'The ID of the partner record (Account Boarding Agent Id)',
        })}
        ${
          off
            ? nothing
            : html`<div class="row">
                ${button('Save', null, this.busy, '', 'Save the agent ID')}
                ${
                  partner === null || partner.id === agentId
                    ? nothing
                    : button(
                        'Use the partner ID',
                        () => this.#set({ agentId: partner.id }, 'The agent ID is saved.'),
                        this.busy,
                      )
                }
              </div>`
        }
      </form>
      <label class="check">
        <input
          type="checkbox"
          .checked=${sandbox}
          ?disabled=${off}
          @change=${(event: Event) => {
            const { checked } = event.target as HTMLInputElement
            this.#set(
              { sandbox: checked },
              checked
                ? 'All keys of the account board in the sandbox.'
                : 'Live keys of the account board in production.',
            )
          }}
        />
        <span
          >All applications are tests
          <small class="quiet"
            >Every key of this account boards in the sandbox (Account Boarding Is Sandbox).</small
          ></span
        >
      </label>
      ${this.renderMessages()}
    </section>`
  }

  override render(): TemplateResult {
    return this.settings === null ? html`${this.renderMessages()}` : this.#renderPartner(this.settings)
  }
}
