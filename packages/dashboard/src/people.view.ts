// Settings > People: invite a person, change a role, create a new link, remove a person. Owners only.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Person } from '@tapboard/contract/dashboard'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { agoText, dateTimeText } from './format.ts'
import { ROLE_NAMES } from './names.ts'
import { badge, choice, dialog, faultIn, field, onSubmit, secret, textsOf } from './parts.ts'
import { View } from './view.ts'

/** The person of an open dialog, and the new link once there is one. */
interface Subject {
  readonly person: Pick<Person, 'id' | 'name' | 'role'>
  readonly link: string
}

const NONE: Subject = { person: { id: '', name: '', role: 'viewer' }, link: '' }

const other = (role: Person['role']): Person['role'] => (role === 'owner' ? 'viewer' : 'owner')

/** How a person signs in, in words. */
function signInText({ hasPassword, passkeys, linkUntilMs }: Person): string {
  const keys = passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`
  if (hasPassword) return passkeys === 0 ? 'Signs in with a password' : `Signs in with a password or ${keys}`
  if (passkeys > 0) return `Signs in with ${keys}`
  return linkUntilMs === null
    ? 'No sign-in yet: create a new link'
    : `Invited: the link works until ${dateTimeText(linkUntilMs)}`
}

export class PeopleView extends View {
  static override properties = {
    ...View.properties,
    people: { state: true },
    subject: { state: true },
  }

  declare private people: readonly Person[] | null
  declare private subject: Subject

  constructor() {
    super()
    this.people = null
    this.subject = NONE
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('listPeople')
    if (read !== null) this.people = read.value.people
  }

  #isOwn({ id }: Pick<Person, 'id'>): boolean {
    return id === this.session?.user.id
  }

  #invite(form: HTMLFormElement): void {
    const { name = '', role } = textsOf(form)
    const body = { name: name.trim(), role: role === 'owner' ? 'owner' : 'viewer' } as const
    void this.change(async () => {
      const done = await this.ask('invitePerson', { body })
      if (done === null) return
      form.reset()
      this.subject = { person: { id: done.value.id, ...body }, link: done.value.link }
      this.close('invite')
      this.open('link')
      await this.#read()
    })
  }

  #newLink(person: Person): void {
    void this.change(async () => {
      const done = await this.ask('linkPerson', { params: { id: person.id } })
      if (done === null) return
      this.subject = { person, link: done.value.link }
      this.open('link')
      await this.#read()
    })
  }

  #ask(id: 'role' | 'remove', person: Person): void {
    this.subject = { person, link: '' }
    this.open(id)
  }

  #changeRole(): void {
    const { person } = this.subject
    const role = other(person.role)
    void this.change(async () => {
      if ((await this.ask('changeRole', { params: { id: person.id }, body: { role } })) === null) return
      this.close('role')
      if (this.#isOwn(person)) return this.#leave()
      this.outcome = `${person.name} is now ${ROLE_NAMES[role].article}.`
      await this.#read()
    })
  }

  /** An owner who has become a viewer sees no people. */
  async #leave(): Promise<void> {
    const read = await this.ask('readSession')
    if (read === null) return
    this.send('dashboard-session', read.value)
    this.send('dashboard-go', { view: 'account' })
  }

  #remove(): void {
    const { person } = this.subject
    void this.change(async () => {
      if ((await this.ask('removePerson', { params: { id: person.id } })) === null) return
      this.close('remove')
      if (this.#isOwn(person)) return this.send('dashboard-session', null)
      this.outcome = `${person.name} is removed.`
      await this.#read()
    })
  }

  #renderActions(person: Person): TemplateResult {
    const act = (label: string, run: () => void, kind = 'small'): TemplateResult =>
      button(label, run, this.busy, kind, `${label}: ${person.name}`)
    return html`<div class="row">
      ${act('New link', () => this.#newLink(person))}
      ${
        person.isLastOwner
          ? nothing
          : html`${act(`Make ${ROLE_NAMES[other(person.role)].name.toLowerCase()}`, () =>
              this.#ask('role', person),
            )}
            ${act('Remove', () => this.#ask('remove', person), 'small danger')}`
      }
    </div>`
  }

  #renderPerson(person: Person): TemplateResult {
    const { name, role, isLastOwner, signedInAtMs } = person
    return html`<li>
      <div>
        <h2>${name}${this.#isOwn(person) ? html` <span class="quiet">(you)</span>` : nothing}</h2>
        <p class="quiet">${signInText(person)}</p>
      </div>
      <div>
        ${badge(ROLE_NAMES[role].name, role === 'owner' ? 'live' : 'calm')}
        <p class="quiet">
          ${signedInAtMs === null ? 'Never signed in' : `Last sign-in ${agoText(signedInAtMs, Date.now())}`}${
            isLastOwner ? html`<br />The only owner who can sign in` : nothing
          }
        </p>
      </div>
      ${this.#renderActions(person)}
    </li>`
  }

  #renderInvite(): TemplateResult {
    return dialog(
      'invite',
      'Invite a person',
      html`<form @submit=${onSubmit((form) => this.#invite(form))}>
        ${field({ label: 'Name', name: 'name', hint: 'The person signs in with this name.', required: true })}
        ${choice(
          'Role',
          'role',
          [
            ['viewer', 'Viewer: may look, not change'],
            ['owner', 'Owner: may change the account'],
          ],
          'viewer',
        )}
        ${faultIn(this.fault)}
        <div class="row">
          ${button('Cancel', () => this.close('invite'))} ${mainButton('Create the link', null, this.busy)}
        </div>
      </form>`,
    )
  }

  #renderLink({ person, link }: Subject): TemplateResult {
    return dialog(
      'link',
      `Link for ${person.name}`,
      html`<p>
          Send this link to ${person.name} so that only ${person.name} can read it. It is shown only once, and
          works once, within 24 hours. The person sets a password or a passkey with it, which replaces earlier
          ones.
        </p>
        ${link === '' ? nothing : secret('One-time link', link, this.copied, () => this.copy(link))}
        <div class="row">${mainButton('Done', () => this.close('link'))}</div>`,
      () => (this.subject = NONE),
    )
  }

  #renderQuestions({ person }: Subject): TemplateResult {
    const isOwn = this.#isOwn(person)
    const { name, article } = ROLE_NAMES[other(person.role)]
    return html`${dialog(
      'role',
      isOwn ? `Make yourself ${article}?` : `Make ${person.name} ${article}?`,
      html`<p>
          ${
            person.role === 'owner'
              ? 'A viewer sees the payments, terminals, boarding and keys, and changes nothing.'
              : 'An owner changes the account: keys, terminals, boarding and people.'
          }
        </p>
        ${faultIn(this.fault)}
        <div class="row">
          ${button('Cancel', () => this.close('role'))}
          ${mainButton(`Make ${name.toLowerCase()}`, () => this.#changeRole(), this.busy)}
        </div>`,
    )}
    ${dialog(
      'remove',
      isOwn ? 'Remove yourself?' : `Remove ${person.name}?`,
      html`<p>
          ${isOwn ? 'You are' : `${person.name} is`} signed out everywhere and cannot sign in again. This
          cannot be undone.
        </p>
        ${faultIn(this.fault)}
        <div class="row">
          ${button('Cancel', () => this.close('remove'))}
          ${button('Remove', () => this.#remove(), this.busy, 'danger')}
        </div>`,
    )}`
  }

  override render(): TemplateResult {
    const { people, subject } = this
    return html`<main>
      <header>
        <div>
          <h1 tabindex="-1">People</h1>
          <p class="quiet">They open this dashboard with a sign-in of their own.</p>
        </div>
        ${people === null ? nothing : mainButton('Invite a person', () => this.open('invite'))}
      </header>
      ${this.renderMessages()}
      ${
        people === null && this.fault !== ''
          ? nothing
          : html`<section class="flush" aria-busy=${people === null}>
              ${
                people === null
                  ? html`<p class="loading quiet">Loading…</p>`
                  : html`<ul class="things">
                      ${people.map((person) => this.#renderPerson(person))}
                    </ul>`
              }
            </section>`
      }
      ${
        people === null
          ? nothing
          : html`${this.#renderInvite()} ${this.#renderLink(subject)} ${this.#renderQuestions(subject)}`
      }
    </main>`
  }
}
