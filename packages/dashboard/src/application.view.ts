// One application: its status, the moves that are possible, and its facts. Never a regulated value.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Application } from '@tapboard/contract/dashboard'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { dateTimeText } from './format.ts'
import { APPLICATION_NAMES, wordsOf } from './names.ts'
import { badge, code, dialog, fact, faultIn } from './parts.ts'
import { View } from './view.ts'

const nameOf = (status: string): string => APPLICATION_NAMES[status]?.name ?? status

export class ApplicationView extends View {
  static override properties = {
    ...View.properties,
    name: { attribute: false },
    application: { state: true },
    to: { state: true },
  }

  /** The AppId of the shown application. */
  declare name: string
  declare private application: Application | null
  /** The status of an open question. */
  declare private to: Application['status']

  constructor() {
    super()
    this.name = ''
    this.application = null
    this.to = 'in_review'
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (changed.has('name')) void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('readApplication', { params: { id: this.name } })
    this.application = read?.value ?? null
  }

  #move(): void {
    void this.change(async () => {
      const done = await this.ask('moveApplication', {
        params: { id: this.name },
        body: { status: this.to },
      })
      if (done === null) return
      this.application = done.value
      this.close('move')
      this.outcome = `The application is now: ${nameOf(done.value.status)}.`
    })
  }

  #renderMoves({ moves }: Application): TemplateResult {
    if (moves.length === 0) return html`<p class="quiet">This status is final.</p>`
    if (!this.isOwner) return html`<p class="quiet">Only an owner changes the status.</p>`
    return html`<div class="row">
      ${moves.map((to) =>
        button(
          nameOf(to),
          () => {
            this.to = to
            this.open('move')
          },
          this.busy,
          '',
          `Move to ${nameOf(to)}`,
        ),
      )}
    </div>`
  }

  #renderFacts(row: Application): TemplateResult {
    return html`<dl>
      ${fact('Application ID', code(row.id))} ${fact('Legal name', row.corporateName)}
      ${fact('Trading name', row.dbaName)} ${fact('Kind of business', wordsOf(row.ownershipType))}
      ${fact('Tier', `${row.tierName} (${row.sandbox ? 'sandbox' : 'production'})`)}
      ${fact('Agent ID', row.agentId)} ${fact('Reference', code(row.reference))}
      ${fact('Received', dateTimeText(row.createdAtMs))} ${fact('Updated', dateTimeText(row.updatedAtMs))}
      ${row.equipment.map(({ kind, id, cobrand }) => fact(kind, html`${code(id)} (${cobrand})`))}
    </dl>`
  }

  override render(): TemplateResult {
    const row = this.application
    const known = row === null ? null : (APPLICATION_NAMES[row.status] ?? null)
    return html`<main>
      <p>${this.link({ view: 'boarding' }, '‹ Boarding')}</p>
      <header>
        <h1 tabindex="-1">${row?.corporateName ?? 'Application'}</h1>
        ${known === null ? nothing : badge(known.name, known.tone)}
      </header>
      ${this.renderMessages()}
      ${
        row === null
          ? this.fault === ''
            ? html`<p class="quiet">Loading…</p>`
            : nothing
          : html`<div class="columns">
                <section>${this.#renderFacts(row)}</section>
                <section class="stack">
                  <h2>Move to</h2>
                  ${this.#renderMoves(row)}
                  <p class="quiet">
                    Tax IDs, account numbers and dates of birth are encrypted and never shown.
                  </p>
                </section>
              </div>
              ${dialog(
                'move',
                `Move to ${nameOf(this.to)}?`,
                html`<p>The partner's server gets an event about the new status.</p>
                  ${faultIn(this.fault)}
                  <div class="row">
                    ${button('Cancel', () => this.close('move'))}
                    ${mainButton('Move', () => this.#move(), this.busy)}
                  </div>`,
              )}`
      }
    </main>`
  }
}
