// A one-time link: sets the password or a passkey of a person, or signs in once. Its secret is behind the `#` of the address, and
// leaves the address at once.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { PASSWORD_MIN, type AnswerOf, type DashboardRoutes } from '@tapboard/contract/dashboard'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { faultIn, field, onSubmit, textsOf } from './parts.ts'
import { createPasskey, hasPasskeys, NO_PASSKEY } from './passkeys.ts'
import { View } from './view.ts'

type LinkInfo = AnswerOf<DashboardRoutes['readLink']>

export class LinkView extends View {
  static override properties = { ...View.properties, token: { attribute: false }, info: { state: true } }

  /** The secret of the link. */
  declare token: string
  declare private info: LinkInfo | null

  constructor() {
    super()
    this.token = ''
    this.info = null
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.ask('readLink', { body: { token: this.token } }).then((read) => {
      this.info = read?.value ?? null
    })
  }

  #use(password?: string): void {
    void this.change(async () => {
      const body = { token: this.token, ...(password === undefined ? {} : { password }) }
      const done = await this.ask('useLink', { body })
      if (done !== null) this.send('dashboard-session', done.value)
    })
  }

  #usePasskey(): void {
    void this.change(async () => {
      const { token } = this
      const begun = await this.ask('beginLinkPasskey', { body: { token } })
      if (begun === null) return
      const response = await createPasskey(begun.value.options)
      if (response === null) {
        this.fault = NO_PASSKEY
        return
      }
      const done = await this.ask('useLinkPasskey', { body: { token, response } })
      if (done !== null) this.send('dashboard-session', done.value)
    })
  }

  #set(form: HTMLFormElement): void {
    const { password = '', again = '' } = textsOf(form)
    if (password === again) return this.#use(password)
    this.fault = 'The two passwords are not the same.'
  }

  #renderForm({ name, accountName, purpose }: LinkInfo): TemplateResult {
    if (purpose === 'sign-in')
      return html`<p>You sign in as <b>${name}</b> of <b>${accountName}</b>.</p>
        ${faultIn(this.fault)} ${mainButton('Open the dashboard', () => this.#use(), this.busy)}`
    return html`<p>Welcome, <b>${name}</b>. Choose a password for the dashboard of <b>${accountName}</b>.</p>
      <form @submit=${onSubmit((form) => this.#set(form))}>
        <input
          class="unseen"
          name="name"
          autocomplete="username"
          .value=${name}
          tabindex="-1"
          aria-hidden="true"
        />
        ${field({
          label: 'Password',
          name: 'password',
          type: 'password',
          hint: `At least ${PASSWORD_MIN} characters. Several words are easy to remember.`,
          required: true,
          maxLength: 128,
          autocomplete: 'new-password',
        })}
        ${field({
          label: 'Password again',
          name: 'again',
          type: 'password',
          required: true,
          maxLength: 128,
          autocomplete: 'new-password',
        })}
        ${faultIn(this.fault)} ${mainButton('Set password and sign in', null, this.busy)}
      </form>
      ${hasPasskeys() ? button('Use a passkey instead', () => this.#usePasskey(), this.busy) : nothing}`
  }

  override render(): TemplateResult {
    return html`<section class="stack door">
      <h1 tabindex="-1">Your link</h1>
      ${
        this.info === null
          ? this.fault === ''
            ? html`<p class="quiet">Checking the link…</p>`
            : faultIn(this.fault)
          : this.#renderForm(this.info)
      }
      ${
        this.info === null && this.fault !== ''
          ? html`<p>${this.link({ view: 'transactions' }, 'Sign in with a password')}</p>`
          : nothing
      }
    </section>`
  }
}
