// Base class of the views: reads from the service, shows faults and announcements, keeps the look of the elements.
import {
  html,
  LitElement,
  nothing,
  type CSSResult,
  type PropertyDeclarations,
  type TemplateResult,
} from 'lit'
import type { AnswerOf, DashboardRouteName, DashboardRoutes, Session } from '@tapboard/contract/dashboard'
import { notice } from '../../elements/src/shared/controls.ts'
import { CONTROL_STYLES } from '../../elements/src/shared/controls.styles.ts'
import { THEME } from '../../elements/src/shared/theme.styles.ts'
import { call, type Call } from './client.ts'
import { onPlainClick } from './parts.ts'
import { pathOf, type Place } from './route.ts'
import { STYLES } from './dashboard.styles.ts'

/** Events that a view sends to the shell. */
interface ViewEvents {
  'dashboard-session': CustomEvent<Session | null>
  'dashboard-go': CustomEvent<Place>
}

export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = {
    session: { attribute: false },
    changes: { attribute: false },
    fault: { state: true },
    outcome: { state: true },
    busy: { state: true },
    copied: { state: true },
  }
  static override styles: CSSResult[] = [THEME, CONTROL_STYLES, STYLES]

  /** The signed-in person; `null` before the sign-in. */
  declare session: Session | null
  /** Grows with each change that the service reports; the view then reads again. */
  declare changes: number
  /** The sentence about the last fault; empty without one. */
  declare protected fault: string
  /** The sentence about the last success, which a screen reader says. */
  declare protected outcome: string
  /** Whether a change is on its way. */
  declare protected busy: boolean
  /** Whether the secret of the open dialog was copied. */
  declare protected copied: boolean

  constructor() {
    super()
    this.session = null
    this.changes = 0
    this.fault = ''
    this.outcome = ''
    this.busy = false
    this.copied = false
  }

  /** Whether the person may change the account. */
  protected get isOwner(): boolean {
    return this.session?.user.role === 'owner'
  }

  /** Calls a route; shows the fault, and returns `null` then. */
  protected async ask<Name extends DashboardRouteName>(
    name: Name,
    given: Call<DashboardRoutes[Name]> = {},
  ): Promise<{ readonly value: AnswerOf<DashboardRoutes[Name]> } | null> {
    const result = await call(name, given)
    if (result.ok) return { value: result.value }
    if (result.code === 'signed-out') this.send('dashboard-session', null)
    this.fault = result.message
    return null
  }

  /** Runs one change at a time; clears the last messages before it. */
  protected async change(work: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.fault = ''
    this.outcome = ''
    try {
      await work()
    } finally {
      this.busy = false
    }
  }

  /** Sends an event to the shell. */
  protected send<Name extends keyof ViewEvents>(name: Name, detail: ViewEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** A link to a place of the dashboard, which needs no new document. */
  protected link(place: Place, label: unknown, kind = ''): TemplateResult {
    return html`<a
      href=${pathOf(place)}
      class=${kind || nothing}
      @click=${onPlainClick(() => this.send('dashboard-go', place))}
      >${label}</a
    >`
  }

  /** The last fault, and the region for announcements. */
  protected renderMessages(): TemplateResult {
    return html`${this.fault === '' ? nothing : html`<div role="alert">${notice('bad', this.fault)}</div>`}
      <p class=${this.outcome === '' ? 'unseen' : 'outcome'} role="status">${this.outcome}</p>`
  }

  /** Opens the dialog with this ID. */
  protected open(id: string): void {
    this.fault = ''
    this.copied = false
    this.renderRoot.querySelector<HTMLDialogElement>(`#${id}`)?.showModal()
  }

  /** Copies the secret of the open dialog. */
  protected copy(text: string): void {
    void navigator.clipboard.writeText(text).then(
      () => (this.copied = true),
      () => undefined,
    )
  }

  /** Closes the dialog with this ID. */
  protected close(id: string): void {
    this.renderRoot.querySelector<HTMLDialogElement>(`#${id}`)?.close()
  }

  /** Focuses the heading after a change of place. */
  focusTitle(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('h1')?.focus())
  }
}
