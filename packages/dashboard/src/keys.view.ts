// Settings > Keys: create a key, see its last use, revoke it.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { isKeyScope, KEY_SCOPE_NAMES, KEY_SCOPES, type Key } from '@tapboard/contract/dashboard'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { agoText, dayText } from './format.ts'
import { badge, choice, code, dialog, empty, faultIn, field, onSubmit, secret } from './parts.ts'
import { View } from './view.ts'

const LIFETIMES = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

const by = (name: string | null): string => (name === null ? '' : ` by ${name}`)

export class KeysView extends View {
  static override properties = {
    ...View.properties,
    keys: { state: true },
    made: { state: true },
    subject: { state: true },
  }

  declare private keys: readonly Key[] | null
  /** The text of a new key, until its dialog is closed. */
  declare private made: string
  declare private subject: Key | null

  constructor() {
    super()
    this.keys = null
    this.made = ''
    this.subject = null
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('listKeys')
    if (read !== null) this.keys = read.value.keys
  }

  #create(form: HTMLFormElement): void {
    const data = new FormData(form)
    const text = (name: string): string => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    const scopes = KEY_SCOPE_NAMES.filter((scope) => data.has(`scope-${scope}`)).filter(isKeyScope)
    const days = text('days')
    void this.change(async () => {
      if (scopes.length === 0) {
        this.fault = 'Choose at least one permission.'
        return
      }
      const body = { name: text('name'), scopes, sandbox: text('kind') !== 'live' }
      const done = await this.ask('createKey', {
        body: { ...body, ...(days === '' ? {} : { days: Number(days) }) },
      })
      if (done === null) return
      form.reset()
      this.made = done.value.key
      this.close('create')
      this.open('made')
      await this.#read()
    })
  }

  #revoke(): void {
    void this.change(async () => {
      const { subject } = this
      if (subject === null || (await this.ask('revokeKey', { params: { id: subject.id } })) === null) return
      this.close('revoke')
      this.outcome = 'The key is revoked.'
      await this.#read()
    })
  }

  #stateOf(key: Key): TemplateResult {
    if (key.revokedAtMs !== null) return badge('Revoked', 'calm')
    if (key.expiresAtMs !== null && key.expiresAtMs <= Date.now()) return badge('Expired', 'calm')
    return key.sandbox ? badge('Test', 'warn') : badge('Live', 'good')
  }

  #renderKey(key: Key): TemplateResult {
    const active = key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > Date.now())
    const name = key.name ?? 'Key of the command line'
    const used = key.usedAtMs === null ? 'Never used' : `Used ${agoText(key.usedAtMs, Date.now())}`
    return html`<li class=${active ? nothing : 'past'}>
      <div>
        <h2>${name}</h2>
        <p class="quiet">
          ${code(`…${key.hint}`)} · ${key.scopes.map((scope) => KEY_SCOPES[scope].label).join(', ')}
        </p>
      </div>
      <div>
        ${this.#stateOf(key)}
        <p class="quiet">
          ${used} · created
          ${dayText(key.createdAtMs)}${by(key.createdBy)}${
            key.expiresAtMs === null || !active ? '' : ` · expires ${dayText(key.expiresAtMs)}`
          }${key.revokedAtMs === null ? '' : ` · revoked ${dayText(key.revokedAtMs)}${by(key.revokedBy)}`}
        </p>
      </div>
      ${
        this.isOwner && active
          ? html`<div class="row">
              ${button(
                'Revoke',
                () => {
                  this.subject = key
                  this.open('revoke')
                },
                this.busy,
                'small danger',
                `Revoke: ${name} …${key.hint}`,
              )}
            </div>`
          : nothing
      }
    </li>`
  }

  #renderCreate(): TemplateResult {
    const sandboxOnly = this.session?.account.sandbox === true
    return dialog(
      'create',
      'Create a key',
      html`<form @submit=${onSubmit((form) => this.#create(form))}>
        ${field({ label: 'Name', name: 'name', hint: 'Where the key is used, for example: Till server', required: true })}
        <fieldset>
          <legend>Permissions</legend>
          ${KEY_SCOPE_NAMES.map(
            (scope, index) =>
              html`<label class="check">
                <input type="checkbox" name="scope-${scope}" ?checked=${index === 0} />
                <span
                  >${KEY_SCOPES[scope].label} <small class="quiet">${KEY_SCOPES[scope].sentence}</small></span
                >
              </label>`,
          )}
        </fieldset>
        ${choice(
          'Environment',
          'kind',
          sandboxOnly
            ? [['test', 'Test']]
            : [
                ['live', 'Live'],
                ['test', 'Test, for boarding only'],
              ],
          sandboxOnly ? 'test' : 'live',
        )}
        ${choice('Expires', 'days', LIFETIMES, '')} ${faultIn(this.fault)}
        <div class="row">
          ${button('Cancel', () => this.close('create'))} ${mainButton('Create key', null, this.busy)}
        </div>
      </form>`,
    )
  }

  #renderDialogs(): TemplateResult {
    return html`${this.#renderCreate()}
    ${dialog(
      'made',
      'Your new key',
      html`<p>Copy the key now and store it where only your server can read it. It is shown only once.</p>
        ${this.made === '' ? nothing : secret('API key', this.made, this.copied, () => this.copy(this.made))}
        <div class="row">${mainButton('Done', () => this.close('made'))}</div>`,
      () => (this.made = ''),
    )}
    ${dialog(
      'revoke',
      `Revoke ${this.subject?.name ?? 'this key'}?`,
      html`<p>Every request with the key is refused from now on. This cannot be undone.</p>
        ${faultIn(this.fault)}
        <div class="row">
          ${button('Cancel', () => this.close('revoke'))}
          ${button('Revoke', () => this.#revoke(), this.busy, 'danger')}
        </div>`,
    )}`
  }

  override render(): TemplateResult {
    const { keys } = this
    const add = this.isOwner ? mainButton('Create a key', () => this.open('create')) : nothing
    return html`<main>
      <header>
        <div>
          <h1 tabindex="-1">Keys</h1>
          <p class="quiet">Your servers call the API with a key.</p>
        </div>
        ${keys?.length === 0 ? nothing : add}
      </header>
      ${this.renderMessages()}
      <section class="flush" aria-busy=${keys === null}>
        ${
          keys === null
            ? html`<p class="loading quiet">Loading…</p>`
            : keys.length === 0
              ? empty('No keys', 'Create a key for the server of your shop.', add)
              : html`<ul class="things">
                  ${keys.map((key) => this.#renderKey(key))}
                </ul>`
        }
      </section>
      ${this.#renderDialogs()}
    </main>`
  }
}
