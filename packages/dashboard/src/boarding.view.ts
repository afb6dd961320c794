// Boarding: applications, tiers, partner record, webhook.
import { html, type PropertyValues, type TemplateResult } from 'lit'
import type { Application } from '@tapboard/contract/dashboard'
import { agoText } from './format.ts'
import { APPLICATION_NAMES } from './names.ts'
import { badge, empty } from './parts.ts'
import { View } from './view.ts'

export class BoardingView extends View {
  static override properties = { ...View.properties, applications: { state: true } }

  declare private applications: readonly Application[] | null

  constructor() {
    super()
    this.applications = null
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (changed.has('changes')) void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('listApplications')
    if (read !== null) this.applications = read.value.applications
  }

  #renderApplication(row: Application): TemplateResult {
    const { name, tone } = APPLICATION_NAMES[row.status] ?? { name: row.status, tone: 'calm' as const }
    return html`<tr>
      <td class="amount">${this.link({ view: 'application', id: row.id }, row.corporateName)}</td>
      <td>${badge(name, tone)}</td>
      <td class="wide">${row.tierName}${row.sandbox ? ' (sandbox)' : ''}</td>
      <td class="end">${agoText(row.updatedAtMs, Date.now())}</td>
    </tr>`
  }

  #renderApplications(applications: readonly Application[]): TemplateResult {
    if (applications.length === 0)
      return empty('No applications', 'Applications that your website submits appear here.')
    return html`<table>
      <caption class="unseen">
        Applications, newest first
      </caption>
      <thead>
        <tr>
          <th scope="col">Legal name</th>
          <th scope="col">Status</th>
          <th scope="col" class="wide">Tier</th>
          <th scope="col"><span class="unseen">Updated</span></th>
        </tr>
      </thead>
      <tbody>
        ${applications.map((row) => this.#renderApplication(row))}
      </tbody>
    </table>`
  }

  override render(): TemplateResult {
    const { applications, session } = this
    return html`<main>
      <header><h1 tabindex="-1">Boarding</h1></header>
      ${this.renderMessages()}
      <section class="flush" aria-busy=${applications === null}>
        <header class="inside"><h2>Applications</h2></header>
        ${
          applications === null
            ? html`<p class="loading quiet">Loading…</p>`
            : this.#renderApplications(applications)
        }
      </section>
      <dashboard-tiers .session=${session}></dashboard-tiers>
      <div class="columns">
        <dashboard-partner .session=${session}></dashboard-partner>
        <dashboard-webhook .session=${session}></dashboard-webhook>
      </div>
    </main>`
  }
}
