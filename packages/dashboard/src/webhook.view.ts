// The webhook of a partner: its address, its secret, and a test event.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { badge, dialog, field, onSubmit, secret, textsOf } from './parts.ts'
import { View } from './view.ts'

export class WebhookView extends View {
  static override properties = {
    ...View.properties,
    url: { state: true },
    webhookSecret: { state: true },
    tested: { state: true },
  }

  /** `undefined` until it is read. */
  declare private url: string | null | undefined
  /** The secret of a new webhook, until its dialog is closed. */
  declare private webhookSecret: string
  /** Result of the last test event. */
  declare private tested: { readonly delivered: boolean; readonly message: string } | null

  constructor() {
    super()
    this.url = undefined
    this.webhookSecret = ''
    this.tested = null
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('readBoarding')
    if (read !== null) this.url = read.value.webhookUrl
  }

  #setWebhook(form: HTMLFormElement): void {
    const { url = '' } = textsOf(form)
    void this.change(async () => {
      const done = await this.ask('setWebhook', { body: { url } })
      if (done === null) return
      this.tested = null
      this.webhookSecret = done.value.secret
      this.open('secret')
      await this.#read()
    })
  }

  #removeWebhook(): void {
    void this.change(async () => {
      if ((await this.ask('removeWebhook')) === null) return
      this.tested = null
      this.outcome = 'The webhook is removed.'
      await this.#read()
    })
  }

  #testWebhook(): void {
    void this.change(async () => {
      const done = await this.ask('testWebhook')
      this.tested = done?.value ?? null
    })
  }

  #renderWebhook(webhookUrl: string | null): TemplateResult {
    const off = !this.isOwner
    return html`<section class="stack">
      <header><h2>Webhook</h2></header>
      <p class="quiet">Your server gets a signed event when the status of an application changes.</p>
      <form @submit=${onSubmit((form) => this.#setWebhook(form))}>
        ${field({
          label: 'Address',
          name: 'url',
          type: 'url',
          value: webhookUrl ?? '',
          hint: 'https://… Saving makes a new secret.',
          required: true,
          maxLength: 500,
        })}
        ${
          off
            ? nothing
            : html`<div class="row">
                ${button('Save', null, this.busy, '', 'Save the webhook')}
                ${
                  webhookUrl === null
                    ? nothing
                    : html`${button('Send a test event', () => this.#testWebhook(), this.busy)}
                      ${button('Remove', () => this.#removeWebhook(), this.busy, 'danger', 'Remove the webhook')}`
                }
              </div>`
        }
      </form>
      ${
        this.tested === null
          ? nothing
          : html`<p>
              ${badge(this.tested.delivered ? 'Delivered' : 'Not delivered', this.tested.delivered ? 'good' : 'bad')}
              ${this.tested.message}
            </p>`
      }
      ${this.renderMessages()}
    </section>`
  }

  override render(): TemplateResult {
    if (this.url === undefined) return html`${this.renderMessages()}`
    return html`${this.#renderWebhook(this.url)}
    ${dialog(
      'secret',
      'The secret of your webhook',
      html`<p>Your server checks the signature of each event with it. It is shown only once.</p>
        ${
          this.webhookSecret === ''
            ? nothing
            : secret('Webhook secret', this.webhookSecret, this.copied, () => this.copy(this.webhookSecret))
        }
        <div class="row">${mainButton('Done', () => this.close('secret'))}</div>`,
      () => (this.webhookSecret = ''),
    )}`
  }
}
