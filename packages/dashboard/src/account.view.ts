// Settings > Your sign-in: the person, the role, and the password.
import { html, nothing, type TemplateResult } from 'lit'
import { PASSWORD_MIN } from '@tapboard/contract/dashboard'
import { mainButton } from '../../elements/src/shared/controls.ts'
import { dateTimeText } from './format.ts'
import { fact, field, onSubmit, textsOf } from './parts.ts'
import { View } from './view.ts'

export class AccountView extends View {
  #change(form: HTMLFormElement): void {
    const { current = '', password = '', again = '' } = textsOf(form)
    void this.change(async () => {
      if (password !== again) {
        this.fault = 'The two new passwords are not the same.'
        return
      }
      const body = { password, ...(current === '' ? {} : { current }) }
      if ((await this.ask('changePassword', { body })) === null) return
      form.reset()
      this.outcome = 'Your password is changed. You are signed out everywhere else.'
      const read = await this.ask('readSession')
      if (read !== null) this.send('dashboard-session', read.value)
    })
  }

  #renderPassword(hasPassword: boolean): TemplateResult {
    const secretField = (label: string, name: string, autocomplete: string, hint?: string): TemplateResult =>
      field({
        label,
        name,
        type: 'password',
        required: true,
        maxLength: 128,
        autocomplete,
        ...(hint === undefined ? {} : { hint }),
      })
    return html`<section>
      <header><h2>${hasPassword ? 'Change your password' : 'Set a password'}</h2></header>
      <form @submit=${onSubmit((form) => this.#change(form))}>
        ${hasPassword ? secretField('Current password', 'current', 'current-password') : nothing}
        ${secretField('New password', 'password', 'new-password', `At least ${PASSWORD_MIN} characters.`)}
        ${secretField('New password again', 'again', 'new-password')} ${this.renderMessages()}
        <div class="row">
          ${mainButton(hasPassword ? 'Change password' : 'Set password', null, this.busy)}
        </div>
      </form>
    </section>`
  }

  override render(): TemplateResult {
    const { session } = this
    if (session === null) return html``
    const { user, account, expiresAtMs } = session
    return html`<main>
      <header><h1 tabindex="-1">Your sign-in</h1></header>
      <div class="columns">
        <section>
          <header><h2>You</h2></header>
          <dl>
            ${fact('Name', user.name)}
            ${fact('Role', user.role === 'owner' ? 'Owner: may change the account' : 'Viewer: may look, not change')}
            ${fact('Account', `${account.name} (${account.sandbox ? 'test' : 'live'}, ${account.currency})`)}
            ${fact('Signed in until', dateTimeText(expiresAtMs))}
          </dl>
        </section>
        ${this.#renderPassword(user.hasPassword)}
        <dashboard-passkeys .session=${session}></dashboard-passkeys>
      </div>
    </main>`
  }
}
