// Errors and warnings of the fields: which ones are shown and when they are cleared. The form does not show errors before
// Continue is pressed; after that, a field with an error is judged on every change.
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

/** The shown errors and warnings, by path. */
export interface Complaints {
  readonly shown: ReadonlyMap<string, FieldCode>
  /** Texts of the upstream that replace our own. */
  readonly said: ReadonlyMap<string, string>
  /** Paths that the BFF or the service rejected. They remain until the field changes or Continue is pressed. */
  readonly told: ReadonlySet<string>
  /** Errors that belong to no field. */
  readonly remarks: readonly string[]
  readonly warnings: ReadonlyMap<string, WarningCode>
}

/** No errors and no warnings. */
export const NO_COMPLAINTS: Complaints = {
  shown: new Map(),
  said: new Map(),
  told: new Set(),
  remarks: [],
  warnings: new Map(),
}

/** The part of the form that errors depend on. */
export interface Judging {
  readonly values: ApplicationValues
  readonly complaints: Complaints
}

const without = <Value>(map: ReadonlyMap<string, Value>, gone: (path: string) => boolean) =>
  new Map(Array.from(map).filter(([path]) => !gone(path)))

/** Removes the errors and warnings of the paths. */
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

/** Paths with a shown error in a step, in the order in which they were found. */
export const shownIn = ({ shown }: Complaints, step: Step): readonly string[] =>
  Array.from(shown.keys()).filter(isIn(step))

/** Paths in steps other than `step` that the BFF or the service rejected, in the order of the steps. */
export const refusedElsewhere = ({ told }: Complaints, step: Step): readonly string[] =>
  Array.from(told)
    .filter((path) => stepOf(path) !== step)
    .toSorted((one, other) => STEPS.indexOf(stepOf(one)) - STEPS.indexOf(stepOf(other)))

/** Judges the shown errors of a step again; adds no new ones. */
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

/** Handles a typed value. */
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

/** Handles a field that was left: a valid value is cleaned, an invalid one stays as typed; warnings are shown. */
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
 * Handles Continue, or the end of a part of the step; `rest` then judges the whole step. Without errors the values are
 * replaced by the cleaned ones. `found` is the number of errors.
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

/** Replaces all shown errors with those of the BFF or the service. */
export function told(issues: readonly Issue[]): Complaints {
  const shown = new Map<string, FieldCode>()
  const said = new Map<string, string>()
  const remarks: string[] = []
  for (const { path, code, message } of issues) {
    if (!path) remarks.push(message)
    else {
      // The BFF's codes are those of the contract. A code that is newer than this page gets the generic text.
      shown.set(path, code as FieldCode)
      if (code === 'upstream' && message !== FIELDS.refused) said.set(path, message)
    }
  }
  return { ...NO_COMPLAINTS, shown, said, told: new Set(shown.keys()), remarks }
}
