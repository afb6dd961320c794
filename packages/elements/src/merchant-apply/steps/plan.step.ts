// Step "Choose a plan" of <merchant-apply>: the offered plans as cards, none of them preselected, and all their fees and features
// row by row.
import { judgePlan, type TierView } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { wordsIn } from '../fields/wording.ts'
import type { StepPart, StepScene } from '../step.ts'
import { PLAN_STYLES } from './plan.styles.ts'
import { PLAN, type PlanStrings } from './plan.strings.ts'

const text = (scene: StepScene): PlanStrings => wordsIn(scene, 'plan', PLAN)

const messageAt = (scene: StepScene): string => {
  const code = scene.shown.get('tierName')
  const strings = text(scene)
  return code ? (scene.messages.get('tierName') ?? strings.errors[code] ?? strings.errors['choose']!) : ''
}

type Labelled = TierView['fees'][number]

const featuresOf = ({ features = [] }: TierView): readonly Labelled[] => features

/** A value above its label. */
const pair = ({ label, value }: Labelled): TemplateResult =>
  html`<span
    ><b><bdi>${value}</bdi></b> <small><bdi>${label}</bdi></small></span
  >`

/** A plan: its name, its first fee large, its other fees and features. */
function renderCard(scene: StepScene, tier: TierView, index: number): TemplateResult {
  const { name, label, summary, fees, includes } = tier
  const [price, ...rates] = fees
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
      aria-describedby="plan-${index}-price plan-${index}"
      @change=${() => scene.form.change('tierName', name)}
    />
    <span class="name" id="plan-${index}-name">
      <b><bdi>${label}</bdi></b>
      ${summary ? html`<small><bdi>${summary}</bdi></small>` : nothing}
    </span>
    <span class="price" id="plan-${index}-price">${price ? pair(price) : nothing}</span>
    <span class="rates" id="plan-${index}">
      ${[...rates, ...featuresOf(tier)].map(pair)}
      ${includes.length ? html`<small><bdi>${includes.join(' · ')}</bdi></small>` : nothing}
    </span>
  </label>`
}

const labelsOf = (tiers: readonly TierView[], list: (tier: TierView) => readonly Labelled[]) =>
  new Set(tiers.flatMap((tier) => list(tier).map(({ label }) => label)))

/** A row of the table: the same fee, feature or list of each plan. */
const row = (label: string, cells: readonly unknown[]): TemplateResult =>
  html`<tr role="row">
    <th scope="row" role="rowheader">${label}</th>
    ${cells.map((cell) => html`<td role="cell">${cell}</td>`)}
  </tr>`

/**
 * Fees and features of all plans, row by row. The roles keep the table a table where a narrow page lays its rows out in another way.
 * A table of many plans scrolls separately and is focusable for that.
 */
function renderTable({ page: { tiers } }: StepScene, strings: PlanStrings): TemplateResult {
  const rows = (list: (tier: TierView) => readonly Labelled[]): readonly TemplateResult[] =>
    Array.from(labelsOf(tiers, list), (label) =>
      row(
        label,
        tiers.map((tier) => {
          const found = list(tier).find((one) => one.label === label)
          return found ? html`<bdi>${found.value}</bdi>` : strings.none
        }),
      ),
    )
  return html`<details class="compare" part="compare">
    <summary>${strings.compare}</summary>
    <div class="wide" tabindex="0" role="region" aria-label=${strings.compare}>
      <table role="table" class=${tiers.length > 3 ? 'many' : nothing}>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell"></td>
            ${tiers.map(({ label }) => html`<th scope="col" role="columnheader">${label}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows(({ fees }) => fees)} ${rows(featuresOf)}
          ${
            tiers.some(({ includes }) => includes.length)
              ? row(
                  strings.included,
                  tiers.map(({ includes }) =>
                    includes.length ? includes.map((one) => html`<p><bdi>${one}</bdi></p>`) : strings.none,
                  ),
                )
              : nothing
          }
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
  // Without a plan there is nothing to continue with.
  alone: ({ page }) => page.tiers.length === 0,
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
