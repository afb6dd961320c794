// Step "Choose a plan" of <merchant-apply>: the offered plans as cards, none of them preselected, and all their fees side by
// side.
import { judgePlan, type TierView } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { wordsIn } from '../fields/words.ts'
import type { StepPart, StepScene } from '../step.ts'
import { PLAN_STYLES } from './plan.styles.ts'
import { PLAN, type PlanStrings } from './plan.strings.ts'

const text = (scene: StepScene): PlanStrings => wordsIn(scene, 'plan', PLAN)

const messageAt = (scene: StepScene): string => {
  const code = scene.shown.get('tierName')
  const strings = text(scene)
  return code ? (scene.messages.get('tierName') ?? strings.errors[code] ?? strings.errors['choose']!) : ''
}

function renderCard(scene: StepScene, tier: TierView, index: number): TemplateResult {
  const { name, label, summary, fees, includes } = tier
  const chosen = scene.values.tierName
  // A link of the summary leads to the chosen card, or to the first one.
  const first = scene.page.tiers.some((one) => one.name === chosen) ? name === chosen : index === 0
  return html`<label class="choice plan" part="choice plan">
    <input
      type="radio"
      name="tierName"
      id=${first ? 'tierName' : nothing}
      .checked=${name === chosen}
      aria-labelledby="plan-${index}-name"
      aria-describedby="plan-${index}"
      @change=${() => scene.form.change('tierName', name)}
    />
    <span class="grow" id="plan-${index}-name">
      <b><bdi>${label}</bdi></b>
      ${summary ? html`<small><bdi>${summary}</bdi></small>` : nothing}
    </span>
    <span class="facts" id="plan-${index}">
      ${fees.map(
        (fee) =>
          html`<span
            ><b dir="auto">${fee.value}</b> <small><bdi>${fee.label}</bdi></small></span
          >`,
      )}
      ${includes.length ? html`<small><bdi>${includes.join(' · ')}</bdi></small>` : nothing}
    </span>
  </label>`
}

const unique = (names: readonly string[]): readonly string[] => Array.from(new Set(names))

/** Fees and inclusions side by side. If it is wider than the page, it scrolls separately and is focusable for that. */
function renderTable({ page: { tiers } }: StepScene, strings: PlanStrings): TemplateResult {
  const fees = unique(tiers.flatMap((tier) => tier.fees.map(({ label }) => label)))
  const includes = unique(tiers.flatMap((tier) => tier.includes))
  const cell = (tier: TierView, label: string): string =>
    tier.fees.find((fee) => fee.label === label)?.value ?? strings.none
  return html`<details class="compare" part="compare">
    <summary>${strings.compare}</summary>
    <div class="wide" tabindex="0" role="region" aria-label=${strings.compare}>
      <table>
        <thead>
          <tr>
            <td></td>
            ${tiers.map(({ label }) => html`<th scope="col">${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${fees.map(
            (fee) =>
              html`<tr>
                <th scope="row">${fee}</th>
                ${tiers.map((tier) => html`<td dir="auto">${cell(tier, fee)}</td>`)}
              </tr>`,
          )}
          ${includes.map(
            (name) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${tiers.map(
                  (tier) => html`<td>${tier.includes.includes(name) ? strings.included : strings.none}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}

export const STEP: StepPart = {
  judge: judgePlan,
  styles: [PLAN_STYLES],
  label: (_, scene) => text(scene).label,
  message: (_, scene) => messageAt(scene),
  render(scene) {
    const strings = text(scene)
    const { tiers } = scene.page
    const error = messageAt(scene)
    if (tiers.length === 0) return html`<p>${strings.empty}</p>`
    return html`<fieldset
        class="field"
        part="field"
        role="radiogroup"
        aria-describedby="tierName-message"
        aria-invalid=${error ? 'true' : nothing}
      >
        <legend>${strings.label}</legend>
        ${tiers.map((tier, index) => renderCard(scene, tier, index))}
        <p class="message ${error ? 'bad' : ''}" part="message" id="tierName-message">${error}</p>
      </fieldset>
      ${tiers.length > 1 ? renderTable(scene, strings) : nothing}`
  },
}
