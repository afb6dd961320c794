// The shell of the dashboard: who is signed in, which place is shown, the navigation, live changes.
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Session } from '@tapboard/contract/dashboard'
import { button } from '../../elements/src/shared/controls.ts'
import { call, urlOf } from './client.ts'
import { followAccount } from './live.ts'
import { pathOf, placeOf, type Place } from './route.ts'
import { badge, onPlainClick } from './parts.ts'
import { View } from './view.ts'

const NAVIGATION = [
  ['transactions', 'Transactions'],
  ['terminals', 'Terminals'],
  ['boarding', 'Boarding'],
  ['keys', 'Keys'],
  ['people', 'People'],
  ['account', 'Your sign-in'],
] as const

/** The entry of the navigation that is current at a place. */
const entryOf = ({ view }: Place): string =>
  view === 'transaction' ? 'transactions' : view === 'application' ? 'boarding' : view

const TITLES: Readonly<Record<string, string>> = Object.fromEntries(NAVIGATION)

const SHELL = css`
  .shell {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-block-size: 100dvh;
    align-content: start;
  }
  aside {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 16px;
    align-items: center;
    align-content: start;
    padding: 12px var(--space) 0;
    background: var(--surface);
    border-block-end: 1px solid var(--line);
  }
  .brand {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
    justify-content: space-between;
    min-block-size: 40px;
  }
  .brand b {
    font-size: 1.0625rem;
    letter-spacing: -0.01em;
  }
  nav {
    grid-column: 1 / -1;
    display: flex;
    gap: 4px;
    margin-inline: calc(var(--space) * -1);
    padding: 4px var(--space) 8px;
    overflow-x: auto;
    /* The links fade out at both edges within the padding, so that a link at the end of the row does not fade. */
    mask-image: linear-gradient(90deg, transparent, #000 var(--space) calc(100% - var(--space)), transparent);
  }
  nav a {
    display: flex;
    align-items: center;
    min-block-size: 40px;
    padding-inline: 12px;
    color: var(--quiet);
    font-weight: 600;
    text-decoration: none;
    white-space: nowrap;
    border-radius: var(--radius);
  }
  nav a:hover {
    color: var(--text);
    background: var(--raised);
  }
  nav a[aria-current] {
    color: var(--accent);
    background: color-mix(in oklab, var(--accent), transparent 90%);
  }
  .group {
    display: none;
    padding: 16px 12px 4px;
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .content {
    inline-size: 100%;
    max-inline-size: 72rem;
    padding: clamp(16px, 3.5cqi, 36px) clamp(12px, 3.5cqi, 40px) 64px;
  }
  .center {
    display: grid;
    justify-items: center;
    padding: clamp(24px, 12vh, 120px) 12px;
  }
  .center > * {
    inline-size: min(26rem, 100%);
  }
  @container (max-width: 30rem) {
    .person .quiet {
      display: none;
    }
  }
  @container (min-width: 56rem) {
    .shell {
      grid-template-columns: 15rem minmax(0, 1fr);
      align-content: stretch;
    }
    aside {
      position: sticky;
      inset-block-start: 0;
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto 1fr auto;
      align-items: start;
      block-size: 100dvh;
      padding: 20px 16px;
      border-block-end: 0;
      border-inline-end: 1px solid var(--line);
    }
    .brand {
      flex-direction: column;
      align-items: flex-start;
      padding: 0 12px 12px;
    }
    .group {
      display: block;
    }
    .person {
      grid-row: 3;
      padding-inline: 12px;
    }
    nav {
      grid-row: 2;
      flex-direction: column;
      margin: 0;
      padding: 0;
      overflow: visible;
      mask-image: none;
    }
  }
`

export class Dashboard extends View {
  static override properties = { ...View.properties, place: { state: true }, state: { state: true } }
  static override styles = [...View.styles, SHELL]

  declare private place: Place
  /** `asking` until the first answer about the session. */
  declare private state: 'asking' | 'out' | 'in'
  /** Secret of a one-time link, taken out of the address. */
  #token = ''
  #stopFollowing = (): void => {}

  constructor() {
    super()
    this.place = placeOf(location.pathname)
    this.state = 'asking'
    this.#takeToken()
    this.addEventListener('dashboard-session', (event) =>
      this.#enter((event as CustomEvent<Session | null>).detail),
    )
    this.addEventListener('dashboard-go', (event) => this.#go((event as CustomEvent<Place>).detail))
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('popstate', this.#moved)
    addEventListener('hashchange', this.#moved)
    void this.#begin()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('popstate', this.#moved)
    removeEventListener('hashchange', this.#moved)
    this.#stopFollowing()
  }

  readonly #moved = (): void => {
    this.place = placeOf(location.pathname)
    this.#takeToken()
  }

  /** Takes the secret of a link out of the address and the history. */
  #takeToken(): void {
    if (this.place.view !== 'link' || location.hash.length < 2) return
    this.#token = location.hash.slice(1)
    history.replaceState(null, '', location.pathname)
    this.requestUpdate()
  }

  async #begin(): Promise<void> {
    if (this.#token !== '') {
      this.state = 'out'
      return
    }
    const read = await call('readSession')
    if (!read.ok && read.code !== 'signed-out') this.fault = read.message
    this.#enter(read.ok ? read.value : null)
  }

  /** Shows the dashboard of a person, or the sign-in. */
  #enter(session: Session | null): void {
    const wasIn = this.state === 'in'
    this.session = session
    this.state = session === null ? 'out' : 'in'
    if (session === null) return this.#stopFollowing()
    if (this.place.view === 'link') {
      this.#token = ''
      this.place = { view: 'transactions' }
      history.replaceState(null, '', pathOf(this.place))
    }
    if (wasIn) return
    this.#stopFollowing = followAccount(urlOf('watch'), () => (this.changes += 1))
    this.#focus()
  }

  #go(place: Place): void {
    if (place.view !== this.place.view || 'id' in place) history.pushState(null, '', pathOf(place))
    this.place = place
    scrollTo(0, 0)
    this.#focus()
  }

  /** Moves the focus to the heading of the new place, so that a screen reader says it. */
  #focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<View>('.content > *')?.focusTitle())
  }

  /** On a phone the navigation scrolls sideways: the current entry is in sight. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    this.renderRoot.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  async #signOut(): Promise<void> {
    await call('signOut')
    this.#enter(null)
  }

  #renderPlace(): TemplateResult {
    const { place, session, changes } = this
    switch (place.view) {
      case 'transaction':
        return html`<dashboard-transaction
          .session=${session}
          .changes=${changes}
          .name=${place.id}
        ></dashboard-transaction>`
      case 'terminals':
        return html`<dashboard-terminals .session=${session} .changes=${changes}></dashboard-terminals>`
      case 'boarding':
        return html`<dashboard-boarding .session=${session} .changes=${changes}></dashboard-boarding>`
      case 'application':
        return html`<dashboard-application .session=${session} .name=${place.id}></dashboard-application>`
      case 'keys':
        return html`<dashboard-keys .session=${session}></dashboard-keys>`
      case 'people':
        return html`<dashboard-people .session=${session}></dashboard-people>`
      case 'account':
        return html`<dashboard-account .session=${session}></dashboard-account>`
      case 'transactions':
      case 'link':
        return html`<dashboard-transactions .session=${session} .changes=${changes}></dashboard-transactions>`
    }
  }

  #renderIn({ account, user }: Session): TemplateResult {
    const current = entryOf(this.place)
    return html`<div class="shell">
      <aside>
        <div class="brand">
          <b>${account.name}</b>
          ${account.sandbox ? badge('Test account', 'warn') : nothing}
        </div>
        <div class="row person">
          <span class="quiet">${user.name}${user.role === 'viewer' ? ' (viewer)' : ''}</span>
          ${button('Sign out', () => void this.#signOut(), false, 'small')}
        </div>
        <nav aria-label="Dashboard">
          ${NAVIGATION.filter(([view]) => view !== 'people' || user.role === 'owner').map(
            ([view, label]) =>
              html`${view === 'keys' ? html`<span class="group">Settings</span>` : nothing}
                <a
                  href=${pathOf({ view })}
                  aria-current=${current === view ? 'page' : nothing}
                  @click=${onPlainClick(() => this.#go({ view }))}
                  >${label}</a
                >`,
          )}
        </nav>
      </aside>
      <div class="content">${this.#renderPlace()}</div>
    </div>`
  }

  override render(): TemplateResult {
    const { session, state } = this
    document.title = `${state === 'in' ? (TITLES[entryOf(this.place)] ?? '') : 'Sign in'} · Tapboard`
    if (session !== null) return this.#renderIn(session)
    if (state === 'asking') return html`<main class="center"><p class="quiet">Loading…</p></main>`
    return html`<main class="center">
      ${
        this.#token === ''
          ? html`<dashboard-sign-in></dashboard-sign-in>`
          : html`<dashboard-link .token=${this.#token}></dashboard-link>`
      }
    </main>`
  }
}
