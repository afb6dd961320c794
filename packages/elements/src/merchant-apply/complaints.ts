// What is said of the fields: which complaints are shown, when one goes away, and what to look at once more. Nothing is looked
// for before Continue is pressed; from then on a field that failed is judged with every change.
import {
  stepOf,
  STEPS,
  type ApplicationValues,
  type FieldCode,
  type Issue,
  type Judge,
  type RuleContext,
  type Step,
  type WarningCode,
} from '@tapboard/contract'
import { FIELDS } from './fields/fields.strings.ts'
import { valueAt, withValueAt } from './paths.ts'

/** What is shown of complaints, by path. */
export interface Complaints {
  readonly shown: ReadonlyMap<string, FieldCode>
  /** Words of the upstream, where they are not ours. */
  readonly said: ReadonlyMap<string, string>
  /** Paths that the BFF or the service complained of: that stands until the field is changed or Continue is pressed. */
  readonly told: ReadonlySet<string>
  /** Complaints about no field. */
  readonly remarks: readonly string[]
  readonly warnings: ReadonlyMap<string, WarningCode>
}

/** Nothing is wrong. */
export const NO_COMPLAINTS: Complaints = {
  shown: new Map(),
  said: new Map(),
  told: new Set(),
  remarks: [],
  warnings: new Map(),
}

/** The form as far as complaints need it. */
export interface Judging {
  readonly values: ApplicationValues
  readonly complaints: Complaints
}

const without = <Value>(map: ReadonlyMap<string, Value>, gone: (path: string) => boolean) =>
  new Map(Array.from(map).filter(([path]) => !gone(path)))

/** Forgets what was said of the paths. */
export const forget = (
  { shown, said, told, warnings, remarks }: Complaints,
  gone: (path: string) => boolean,
): Complaints => ({
  shown: without(shown, gone),
  said: without(said, gone),
  told: new Set(Array.from(told).filter((path) => !gone(path))),
  warnings: without(warnings, gone),
  remarks,
})

const isIn =
  (step: Step) =>
  (path: string): boolean =>
    stepOf(path) === step

/** What is shown in a step, in the order in which it was found. */
export const shownIn = ({ shown }: Complaints, step: Step): readonly string[] =>
  Array.from(shown.keys()).filter(isIn(step))

/** Paths of the steps other than `step` that the BFF or the service refused, in the order of the steps. */
export const refusedElsewhere = ({ told }: Complaints, step: Step): readonly string[] =>
  Array.from(told)
    .filter((path) => stepOf(path) !== step)
    .toSorted((one, other) => STEPS.indexOf(stepOf(one)) - STEPS.indexOf(stepOf(other)))

/** Judges again what is shown of a step, and takes over its warnings; nothing new is complained of. */
function rejudge(
  values: ApplicationValues,
  complaints: Complaints,
  step: Step,
  judge: Judge | undefined,
  context: RuleContext,
): Complaints {
  if (!judge) return complaints
  const { issues } = judge(values, context)
  const codes = new Map(issues.map(({ path, code }) => [path, code]))
  const shown = new Map<string, FieldCode>()
  for (const [path, code] of complaints.shown) {
    const now = complaints.told.has(path) || !isIn(step)(path) ? code : codes.get(path)
    if (now) shown.set(path, now)
  }
  return { ...complaints, shown }
}

/** A value was typed. */
export function typed(
  { values, complaints }: Judging,
  {
    path,
    value,
    judge,
  }: { readonly path: string; readonly value: unknown; readonly judge: Judge | undefined },
  context: RuleContext,
): Judging {
  const made = withValueAt(values, path, value)
  const { said, told } = complaints
  const fresh: Complaints = {
    ...complaints,
    said: without(said, (at) => at === path),
    told: new Set(Array.from(told).filter((at) => at !== path)),
  }
  const anyShown = complaints.shown.size > 0
  return { values: made, complaints: anyShown ? rejudge(made, fresh, stepOf(path), judge, context) : fresh }
}

/** A field was left: one that is right is cleaned as the contract cleans it, a wrong one stays as typed; warnings are shown. */
export function left(
  { values, complaints }: Judging,
  { path, judge }: { readonly path: string; readonly judge: Judge | undefined },
  context: RuleContext,
): Judging {
  if (!judge) return { values, complaints }
  const judged = judge(values, context)
  const clean = valueAt(judged.values, path)
  const step = stepOf(path)
  const isRight = !judged.issues.some((issue) => issue.path === path)
  return {
    values: isRight && typeof clean === 'string' ? withValueAt(values, path, clean) : values,
    complaints: { ...complaints, warnings: warned(complaints, step, judged.warnings) },
  }
}

const warned = (
  { warnings }: Complaints,
  step: Step,
  found: readonly { readonly path: string; readonly code: WarningCode }[],
): ReadonlyMap<string, WarningCode> => {
  const kept = without(warnings, isIn(step))
  for (const { path, code } of found) kept.set(path, code)
  return kept
}

/**
 * Continue was pressed, or a part of the step was finished: `rest` then judges the whole of it. Without complaints the cleaned
 * values are taken over. `found` says how many there are.
 */
export function judged(
  { values, complaints }: Judging,
  { step, judge, rest }: { readonly step: Step; readonly judge: Judge; readonly rest: Judge | null },
  context: RuleContext,
): Judging & { readonly found: number } {
  const { values: clean, issues, warnings } = judge(values, context)
  const base = rest ? rejudge(values, complaints, step, rest, context) : forget(complaints, isIn(step))
  const shown = new Map(base.shown)
  for (const { path, code } of issues) shown.set(path, code)
  return {
    values: issues.length ? values : clean,
    complaints: {
      ...base,
      shown,
      remarks: [],
      warnings: warned(base, step, rest ? rest(values, context).warnings : warnings),
    },
    found: issues.length,
  }
}

/** What the BFF or the service found wrong, in the place of everything that was shown. */
export function told(issues: readonly Issue[]): Complaints {
  const shown = new Map<string, FieldCode>()
  const said = new Map<string, string>()
  const remarks: string[] = []
  for (const { path, code, message } of issues) {
    if (!path) remarks.push(message)
    else {
      // The BFF's codes are the contract's; for one that is newer than this page there are words for any field.
      shown.set(path, code as FieldCode)
      if (code === 'upstream' && message !== FIELDS.refused) said.set(path, message)
    }
  }
  return { ...NO_COMPLAINTS, shown, said, told: new Set(shown.keys()), remarks }
}
