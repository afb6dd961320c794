// Step "Check your answers": the answers to give or to change first, then all answers by section, then the unusual ones, near Continue.
// Each section has one link that changes it and leads back here.
import { DRAFT_STEPS, stepOf, type FieldIssue, type FieldWarning } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { facts, type Fact } from '../fields/facts.ts'
import { textAt } from '../fields/field.ts'
import { notice, type Part } from '../../shared/controls.ts'
import { plainButton } from '../fields/form.ts'
import { common } from '../fields/words.ts'
import { contextOf } from '../merchant-apply.machine.ts'
import { valueAt } from '../paths.ts'
import type { StepPart, StepScene } from '../step.ts'
import { fieldLink, fixesOf, renderFixes } from './fixes.view.ts'
import { sectionsOf, text, type Row, type Section } from './review.rows.ts'
import { REVIEW_STYLES } from './review.styles.ts'
import { END_STYLES } from './end.styles.ts'

/** Runs every step's judge in turn on the values that the previous one cleaned, as `judgeApplication` does. */
function judgeAll(scene: StepScene) {
  const issues: FieldIssue[] = []
  const warnings: FieldWarning[] = []
  let { values } = scene
  for (const step of DRAFT_STEPS) {
    const judged = scene.part(step)?.judge?.(values, contextOf(scene))
    if (!judged) continue
    values = judged.values
    issues.push(...judged.issues)
    warnings.push(...judged.warnings)
  }
  return { issues, warnings }
}

/** The unusual answers; each is linked to its field. */
function oddAnswers(scene: StepScene, warnings: readonly FieldWarning[]): Part {
  if (warnings.length === 0) return nothing
  const texts = common(scene).warnings
  const line = ({ path, code }: FieldWarning): TemplateResult =>
    html`<li>
      ${fieldLink(scene, path, `${scene.part(stepOf(path))?.label?.(path, scene)}: ${texts[code]}`)}
    </li>`
  return notice(
    'warn',
    html`<h3>${text(scene).odd}</h3>
      <ul class="list">
        ${warnings.map(line)}
      </ul>`,
  )
}

/** Checks whether the shown value equals the prefill. */
const isPrefilled = (scene: StepScene, [path]: Row): boolean => {
  const value = textAt(scene, path)
  return scene.prefill !== null && value !== '' && value === valueAt(scene.prefill, path)
}

function fact(scene: StepScene, wrong: ReadonlyMap<string, string>, [path, label, value]: Row): Fact {
  const { none, missing } = text(scene)
  if (value !== '') return [label, value]
  return [
    label,
    wrong.has(path) ? html`<b class="bad">${missing}</b>` : html`<span class="quiet">${none}</span>`,
  ]
}

function card(
  scene: StepScene,
  wrong: ReadonlyMap<string, string>,
  { title, rows, edit }: Section,
): TemplateResult {
  const { change, changeAll } = text(scene)
  return html`<div class="answers" part="answers">
    <div class="top">
      <h3><bdi>${title}</bdi></h3>
      ${
        edit && !scene.readonly
          ? html`<a
              href="#${edit.path ?? edit.step}"
              part="link"
              aria-label=${changeAll(title)}
              @click=${(event: Event) => {
                event.preventDefault()
                scene.form.go(edit.step, edit.path)
              }}
              >${change}</a
            >`
          : nothing
      }
    </div>
    ${facts(rows.map((row) => fact(scene, wrong, row)))}
  </div>`
}

export const STEP: StepPart = {
  styles: [END_STYLES, REVIEW_STYLES],
  render(scene) {
    const { shown, page } = scene
    const words = text(scene)
    const judged = judgeAll(scene)
    // A rejection by the service remains until its field changes, even if our judge accepts the value.
    const codes = new Map([...shown, ...judged.issues.map(({ path, code }) => [path, code] as const)])
    const judgedScene: StepScene = { ...scene, shown: codes }
    const wrong = fixesOf(judgedScene)
    const sections = sectionsOf(scene)
    const hasPrefilled = sections.some(({ rows }) => rows.some((row) => isPrefilled(scene, row)))
    return html`${scene.readonly ? nothing : renderFixes(judgedScene, wrong)}
      ${hasPrefilled ? html`<p class="quiet">${words.given(page.partner)}</p>` : nothing}
      ${sections.map((section) => card(scene, wrong, section))} ${oddAnswers(scene, judged.warnings)}
      <div class="print">${plainButton([words.print, () => scene.form.print()])}</div>`
  },
}
