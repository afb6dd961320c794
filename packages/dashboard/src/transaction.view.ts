// The story of one transaction: result, steps with their times, and everything that a report has.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Story } from '@tapboard/contract/dashboard'
import { amountText, dateTimeText, durationText, exactTimeText } from './format.ts'
import { commandName, entryName, STATE_NAMES, statusName, stepName } from './names.ts'
import { badge, code, fact } from './parts.ts'
import { View } from './view.ts'

const REVERSAL_NAMES = {
  pending: { name: 'Reversal pending', tone: 'warn' },
  done: { name: 'Reversed', tone: 'calm' },
} as const

export class TransactionView extends View {
  static override properties = { ...View.properties, name: { attribute: false }, story: { state: true } }

  /** ID of the session, or the xRefNum. */
  declare name: string
  declare private story: Story | null

  constructor() {
    super()
    this.name = ''
    this.story = null
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (changed.has('name')) this.story = null
    if (changed.has('name') || changed.has('changes')) void this.#read()
  }

  async #read(): Promise<void> {
    const { name } = this
    const read = await this.ask('readTransaction', { params: { id: name } })
    if (read === null || name !== this.name) return
    this.fault = ''
    this.story = read.value
  }

  #renderSteps({ steps, state, reversal }: Story): TemplateResult {
    const [first] = steps
    return html`<ol class="steps">
      ${steps.map(
        ({ event, atMs }, index) =>
          html`<li>
            <span>${stepName(event, state)}</span>
            <time datetime=${new Date(atMs).toISOString()}>${exactTimeText(atMs)}</time>
            ${
              index === 0 || first === undefined
                ? nothing
                : html`<small>after ${durationText(atMs - first.atMs)}</small>`
            }
          </li>`,
      )}
      ${state === 'running' ? html`<li><span>Waiting for the terminal…</span></li>` : nothing}
      ${reversal === 'pending' ? html`<li><span>Waiting for the reversal by the processor…</span></li>` : nothing}
    </ol>`
  }

  #renderFacts(story: Story): TemplateResult {
    const { card } = story
    const custom = Object.entries(story.custom).filter(
      ([name]) => story.order === null || name !== 'xInvoice',
    )
    return html`<dl>
      ${fact('Order', story.order === null ? null : code(story.order))}
      ${fact('Reference', story.xRefNum === null ? null : code(story.xRefNum))}
      ${fact(
        'Refund of',
        story.creditOf === null
          ? null
          : this.link({ view: 'transaction', id: story.creditOf }, story.creditOf),
      )}
      ${fact('Request ID', code(story.externalId))} ${fact('Session', code(story.id))}
      ${fact('Kind', commandName(story.command))}
      ${fact('Card', card === null ? null : `${card.brand} •••• ${card.lastFour}, ${entryName(card.entry)}`)}
      ${fact('Approval code', story.approvalCode === null ? null : code(story.approvalCode))}
      ${fact(
        'Processor',
        story.responseCode === null
          ? story.message
          : html`${code(story.responseCode)} ${story.message ?? ''}`,
      )}
      ${fact('Session status', statusName(story.status))}
      ${fact('Terminal', `${story.terminalName} (${story.model}, ${story.serial})`)}
      ${fact('Software', `${story.softwareName} ${story.softwareVersion}`)}
      ${custom.map(([name, value]) => fact(name, typeof value === 'string' ? value : JSON.stringify(value)))}
    </dl>`
  }

  /** The heading stays the same element, so that it keeps the focus when the story arrives. */
  #renderHead(story: Story | null): TemplateResult {
    const state = story === null ? null : STATE_NAMES[story.state]
    const reversal = story === null || story.reversal === null ? null : REVERSAL_NAMES[story.reversal]
    return html`<header>
      <div>
        <div class="row">
          <h1 tabindex="-1" class="big">
            ${story === null ? 'Transaction' : amountText(story.amount, story.currency)}
          </h1>
          ${state === null ? nothing : badge(state.name, state.tone)}
          ${reversal === null ? nothing : badge(reversal.name, reversal.tone)}
        </div>
        ${
          story === null
            ? nothing
            : html`<p class="quiet">
                ${commandName(story.command)} on ${story.terminalName}, ${dateTimeText(story.createdAtMs)}
              </p>`
        }
      </div>
    </header>`
  }

  #renderStory(story: Story): TemplateResult {
    return html`<div class="columns">
      <section>
        <header><h2>Story</h2></header>
        ${this.#renderSteps(story)}
      </section>
      <section>
        <header><h2>Report</h2></header>
        ${this.#renderFacts(story)}
      </section>
    </div>`
  }

  override render(): TemplateResult {
    const { story } = this
    return html`<main>
      <p>${this.link({ view: 'transactions' }, '‹ Transactions')}</p>
      ${this.#renderHead(story)} ${this.renderMessages()}
      ${
        story !== null
          ? this.#renderStory(story)
          : this.fault === ''
            ? html`<p class="quiet">Loading…</p>`
            : nothing
      }
    </main>`
  }
}
