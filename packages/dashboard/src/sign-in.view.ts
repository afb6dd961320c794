// Signing in with name and password, or with a passkey.
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { faultIn, field, onSubmit, textsOf } from './parts.ts'
import { hasPasskeys, NO_PASSKEY, usePasskey } from './passkeys.ts'
import { View } from './view.ts'

export class SignInView extends View {
  #signIn(form: HTMLFormElement): void {
    const { name = '', password = '' } = textsOf(form)
    void this.change(async () => {
      const done = await this.ask('signIn', { body: { name, password } })
      if (done === null) form.querySelector<HTMLInputElement>('input[type=password]')?.select()
      else this.send('dashboard-session', done.value)
    })
  }

  #usePasskey(): void {
    void this.change(async () => {
      const begun = await this.ask('beginPasskeySignIn')
      if (begun === null) return
      const response = await usePasskey(begun.value.options)
      if (response === null) {
        this.fault = NO_PASSKEY
        return
      }
      const done = await this.ask('passkeySignIn', { body: { response } })
      if (done !== null) this.send('dashboard-session', done.value)
    })
  }

  override render(): TemplateResult {
    return html`<section class="stack door">
      <h1 tabindex="-1">Sign in</h1>
      <form @submit=${onSubmit((form) => this.#signIn(form))}>
        ${field({ label: 'Name', name: 'name', required: true, autocomplete: 'username' })}
        ${field({
          label: 'Password',
          name: 'password',
          type: 'password',
          required: true,
          maxLength: 128,
          autocomplete: 'current-password',
        })}
        ${faultIn(this.fault)} ${mainButton(this.busy ? 'Signing in…' : 'Sign in', null, this.busy)}
      </form>
      ${hasPasskeys() ? button('Sign in with a passkey', () => this.#usePasskey(), this.busy) : nothing}
      <p class="quiet">
        Your first visit, or a lost password? Ask an owner of your account for a link, or the operator of this
        service (<code>tapboard-service users link NAME</code>).
      </p>
    </section>`
  }
}
