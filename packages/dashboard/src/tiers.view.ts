// Tiers with the flag "Is Sandbox" (§2.4), which sets the test co-brand.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Tier } from '@tapboard/contract/dashboard'
import { button, mainButton } from '../../elements/src/shared/controls.ts'
import { code, dialog, empty, faultIn, field, onSubmit, textsOf } from './parts.ts'
import { View } from './view.ts'

/** Fees as lines of text: `Card present = 2.6 % + 10¢`. */
const readFees = (text: string): { readonly label: string; readonly value: string }[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf('=')
      return at < 0
        ? { label: line, value: '' }
        : { label: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
    })

export class TiersView extends View {
  static override properties = { ...View.properties, tiers: { state: true }, subject: { state: true } }

  declare private tiers: readonly Tier[] | null
  declare private subject: Tier | null

  constructor() {
    super()
    this.tiers = null
    this.subject = null
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed)
    void this.#read()
  }

  async #read(): Promise<void> {
    const read = await this.ask('listTiers')
    if (read !== null) this.tiers = read.value.tiers
  }

  #switchTier(tier: Tier, sandbox: boolean): void {
    void this.change(async () => {
      const done = await this.ask('switchTier', { params: { id: tier.id }, body: { sandbox } })
      if (done !== null)
        this.outcome = sandbox
          ? `${tier.name} is a sandbox tier now, with the test co-brand.`
          : `${tier.name} is a production tier now, with the default co-brand.`
      const { fault } = this
      await this.#read()
      this.fault = fault
    })
  }

  #addTier(form: HTMLFormElement): void {
    const { name = '', label = '', summary = '', fees = '', sandbox } = textsOf(form)
    void this.change(async () => {
      const body = {
        name,
        label,
        summary,
        fees: readFees(fees),
        includes: [],
        sandbox: sandbox !== undefined,
      }
      if ((await this.ask('addTier', { body })) === null) return
      form.reset()
      this.close('add')
      this.outcome = `The tier ${name} is added.`
      await this.#read()
    })
  }

  #removeTier(): void {
    void this.change(async () => {
      const { subject } = this
      if (subject === null || (await this.ask('removeTier', { params: { id: subject.id } })) === null) return
      this.close('remove')
      this.outcome = `The tier ${subject.name} is removed.`
      await this.#read()
    })
  }

  #renderTier(tier: Tier): TemplateResult {
    return html`<li>
      <div>
        <h3>${tier.name}</h3>
        <p class="quiet">
          Co-brand ${code(tier.cobrandId)}${tier.fees.map(({ label, value }) => ` · ${label} ${value}`)}
        </p>
      </div>
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          .checked=${tier.sandbox}
          ?disabled=${!this.isOwner || this.busy}
          aria-label="For tests only: ${tier.name}"
          @change=${(event: Event) => this.#switchTier(tier, (event.target as HTMLInputElement).checked)}
        />
        <span>For tests only</span>
      </label>
      ${
        this.isOwner
          ? html`<div class="row">
              ${button(
                'Remove',
                () => {
                  this.subject = tier
                  this.open('remove')
                },
                this.busy,
                'small danger',
                `Remove: ${tier.name}`,
              )}
            </div>`
          : nothing
      }
    </li>`
  }

  #renderDialogs(): TemplateResult {
    return html`${dialog(
      'add',
      'Add a tier',
      html`<form @submit=${onSubmit((form) => this.#addTier(form))}>
        ${field({ label: 'Name', name: 'name', hint: 'Your software names the tier so (TierName)', required: true })}
        ${field({ label: 'Name for merchants', name: 'label', maxLength: 60 })}
        ${field({ label: 'Summary', name: 'summary', maxLength: 200 })}
        <div class="field">
          <label
            ><span>Fees</span><textarea name="fees" rows="3" aria-describedby="fees-hint"></textarea>
          </label>
          <small id="fees-hint">One on each line: Card present = 2.6 % + 10¢</small>
        </div>
        <label class="check">
          <input type="checkbox" name="sandbox" checked />
          <span
            >For tests only
            <small class="quiet">Sets the test co-brand, so that no test reaches a live one.</small></span
          >
        </label>
        ${faultIn(this.fault)}
        <div class="row">
          ${button('Cancel', () => this.close('add'))} ${mainButton('Add tier', null, this.busy)}
        </div>
      </form>`,
    )}
    ${dialog(
      'remove',
      `Remove ${this.subject?.name ?? 'the tier'}?`,
      html`<p>It is no longer offered, and its unused terms tokens end. Its applications stay.</p>
        ${faultIn(this.fault)}
        <div class="row">
          ${button('Cancel', () => this.close('remove'))}
          ${button('Remove', () => this.#removeTier(), this.busy, 'danger')}
        </div>`,
    )}`
  }

  override render(): TemplateResult {
    const { tiers } = this
    return html`<section class="flush">
        <header class="inside">
          <h2>Tiers</h2>
          ${this.isOwner ? button('Add a tier', () => this.open('add')) : nothing}
        </header>
        ${
          tiers === null
            ? html`<p class="loading quiet">Loading…</p>`
            : tiers.length === 0
              ? empty('No tiers', 'A tier is a package that merchants can apply for.')
              : html`<ul class="things">
                  ${tiers.map((tier) => this.#renderTier(tier))}
                </ul>`
        }
      </section>
      <div class="below">${this.renderMessages()}</div>
      ${this.#renderDialogs()}`
  }
}
