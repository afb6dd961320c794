// Step "Choose a plan" of <merchant-apply>: the offered plans as cards, none of them preselected. Cards beside each other have the
// same fee or feature in the same row.
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

/** The labels of a list in all plans, in the order of their first use. */
const labelsOf = (tiers: readonly TierView[], list: (tier: TierView) => readonly Labelled[]) =>
  new Set(tiers.flatMap((tier) => list(tier).map(({ label }) => label)))

/** A dimension of all plans: its label, and its value in a plan. */
type Row = readonly [label: string, valueIn: (tier: TierView) => string | undefined]

/** All values with this label: a plan may have two fees of one name. */
const valuesOf = (list: readonly Labelled[], label: string): string | undefined =>
  list
    .filter((one) => one.label === label)
    .map(({ value }) => value)
    .join(' · ') || undefined

/**
 * All fees but the large one, then all features: the same rows in each plan, so that plans are compared row by row. The large fee of
 * one plan can be a row of another.
 */
function rowsOf(tiers: readonly TierView[]): readonly Row[] {
  const fees = labelsOf(tiers, (tier) => tier.fees.slice(1))
  const features = labelsOf(tiers, featuresOf)
  return [
    ...Array.from(fees, (label): Row => [label, (tier) => valuesOf(tier.fees, label)]),
    ...Array.from(features, (label): Row => [label, (tier) => valuesOf(featuresOf(tier), label)]),
  ]
}

/** Cards with more rows are below each other: a card beside others has a fixed number of rows (`plan.styles.ts`). */
const ROWS_MAX = 41

/** A plan: its name, its first fee large, its other fees and features row by row, and its other inclusions. */
function renderCard(scene: StepScene, rows: readonly Row[], tier: TierView, index: number): TemplateResult {
  const { name, label, summary, fees, includes } = tier
  const [price] = fees
  const chosen = scene.values.tierName
  const strings = text(scene)
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
    <span class="price" id="plan-${index}-price">
      ${price ? html`<b><bdi>${price.value}</bdi></b> <small><bdi>${price.label}</bdi></small>` : nothing}
    </span>
    <span class="rates" id="plan-${index}">
      ${rows.map(
        ([row, valueIn]) =>
          html`<span class="rate">
            <small><bdi>${row}</bdi></small> <b><bdi>${valueIn(tier) ?? strings.none}</bdi></b>
          </span>`,
      )}
      <span class="rest">${includes.map((one) => html`<small><bdi>${one}</bdi></small>`)}</span>
    </span>
  </label>`
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
    const rows = rowsOf(tiers)
    return html`<fieldset
      class="field"
      part="field"
      role="radiogroup"
      aria-describedby="tierName-message"
      aria-invalid=${error ? 'true' : nothing}
    >
      <legend>${strings.label}</legend>
      <div class="plans of-${rows.length > ROWS_MAX ? 1 : Math.min(tiers.length, 3)}">
        ${tiers.map((tier, index) => renderCard(scene, rows, tier, index))}
      </div>
      <p class="message ${error ? 'bad' : ''}" part="message" id="tierName-message">${error}</p>
    </fieldset>`
  },
}
