// Step "Check your answers": missing, rejected and odd answers first, then all answers by section, each with a link that
// changes it and leads back here.
import { DRAFT_STEPS, stepOf, type FieldIssue, type FieldWarning } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { facts, type Fact } from '../fields/facts.ts'
import { textAt } from '../fields/field.ts'
import { notice, type Part } from '../../shared/controls.ts'
import { plainButton } from '../fields/form.ts'
import { common, listedAt } from '../fields/words.ts'
import { contextOf } from '../merchant-apply.machine.ts'
import { valueAt } from '../paths.ts'
import type { StepPart, StepScene } from '../step.ts'
import { sectionsOf, text, type Row, type Section } from './review.rows.ts'
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

/** A link to the field at a path; by script, because `#id` does not cross a shadow root. */
const link = ({ form }: StepScene, path: string, label: unknown): TemplateResult =>
  html`<a
    href="#${path}"
    part="link"
    @click=${(event: Event) => {
      event.preventDefault()
      form.go(stepOf(path), path)
    }}
    >${label}</a
  >`

/** The required changes, in the texts of the fields; each is linked to its field. */
function list(
  scene: StepScene,
  kind: 'bad' | 'warn',
  title: string,
  items: ReadonlyMap<string, string>,
): Part {
  if (items.size === 0) return nothing
  return notice(
    kind,
    html`<h3>${title}</h3>
      <ul class="list">
        ${Array.from(items, ([path, words]) => html`<li>${link(scene, path, words)}</li>`)}
      </ul>`,
  )
}

/** Checks whether the typed value equals the prefill. */
const isPrefilled = ({ prefill }: StepScene, path: string, value: unknown): boolean =>
  prefill !== null && value !== '' && value === valueAt(prefill, path)

function fact(
  scene: StepScene,
  wrong: ReadonlyMap<string, string>,
  title: string,
  [path, label, value]: Row,
): Fact {
  const { none, missing, given, change } = text(scene)
  const empty = value === ''
  const shown = empty
    ? wrong.has(path)
      ? html`<b class="bad">${missing}</b>`
      : html`<span class="quiet">${none}</span>`
    : isPrefilled(scene, path, textAt(scene, path))
      ? html`<bdi>${value}</bdi> <small>${given}</small>`
      : value
  const words = html`${change}<span class="unseen"> ${label}, ${title}</span>`
  return [label, shown, path && !scene.readonly ? link(scene, path, words) : nothing]
}

function answers(
  scene: StepScene,
  wrong: ReadonlyMap<string, string>,
  [title, rows]: Section,
): TemplateResult {
  return html`<h3><bdi>${title}</bdi></h3>
    ${facts(rows.map((row) => fact(scene, wrong, title, row)))}`
}

export const STEP: StepPart = {
  styles: [END_STYLES],
  render(scene) {
    const { shown } = scene
    const words = text(scene)
    const judged = judgeAll(scene)
    // A rejection by the service remains until its field changes, even if our judge accepts the value.
    const codes = new Map([...shown, ...judged.issues.map(({ path, code }) => [path, code] as const)])
    const judgedScene: StepScene = { ...scene, shown: codes }
    const wrong = new Map<string, string>()
    for (const path of codes.keys()) {
      const message =
        path === 'tierName' ? words.choosePlan : listedAt(scene.part(stepOf(path)), path, judgedScene)
      if (message) wrong.set(path, message)
    }
    const warnings = common(scene).warnings
    const odd = new Map(
      judged.warnings.map(({ path, code }) => [
        path,
        `${scene.part(stepOf(path))?.label?.(path, scene)}: ${warnings[code]}`,
      ]),
    )
    return html`${scene.readonly ? nothing : list(scene, 'bad', words.wrong, wrong)}
    ${list(scene, 'warn', words.odd, odd)}
    ${sectionsOf(scene).map((section) => answers(scene, wrong, section))}
    ${plainButton([words.print, () => scene.form.print()])}`
  },
}
