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
import { REFUSED } from './fields/refused.ts'
import { valueAt, withValueAt } from './paths.ts'

/** The shown errors and warnings, by path. */
interface FieldErrors {
  readonly shown: ReadonlyMap<string, FieldCode>
  /** Texts of the upstream that replace our own. */
  readonly messages: ReadonlyMap<string, string>
  /** Paths that the BFF or the service rejected. They remain until the field changes or Continue is pressed. */
  readonly rejected: ReadonlySet<string>
  /** Errors that belong to no field. */
  readonly general: readonly string[]
  readonly warnings: ReadonlyMap<string, WarningCode>
}

/** No errors and no warnings. */
export const NO_ERRORS: FieldErrors = {
  shown: new Map(),
  messages: new Map(),
  rejected: new Set(),
  general: [],
  warnings: new Map(),
}

/** The part of the form that errors depend on. */
export interface Judging {
  readonly values: ApplicationValues
  readonly errors: FieldErrors
}

const without = <Value>(map: ReadonlyMap<string, Value>, gone: (path: string) => boolean) =>
  new Map(Array.from(map).filter(([path]) => !gone(path)))

/** Removes the errors and warnings of the paths. */
export const withoutErrors = (
  { shown, messages, rejected, warnings, general }: FieldErrors,
  gone: (path: string) => boolean,
): FieldErrors => ({
  shown: without(shown, gone),
  messages: without(messages, gone),
  rejected: new Set(Array.from(rejected).filter((path) => !gone(path))),
  warnings: without(warnings, gone),
  general,
})

const isIn =
  (step: Step) =>
  (path: string): boolean =>
    stepOf(path) === step

/** Paths with a shown error in a step, in the order in which they were found. */
export const shownIn = ({ shown }: FieldErrors, step: Step): readonly string[] =>
  Array.from(shown.keys()).filter(isIn(step))

/** Paths in steps other than `step` that the BFF or the service rejected, in the order of the steps. */
export const refusedElsewhere = ({ rejected }: FieldErrors, step: Step): readonly string[] =>
  Array.from(rejected)
    .filter((path) => stepOf(path) !== step)
    .toSorted((one, other) => STEPS.indexOf(stepOf(one)) - STEPS.indexOf(stepOf(other)))

/** Judges the shown errors of a step again; adds no new ones. */
function rejudge(
  values: ApplicationValues,
  errors: FieldErrors,
  step: Step,
  judge: Judge | undefined,
  context: RuleContext,
): FieldErrors {
  if (!judge) return errors
  const { issues } = judge(values, context)
  const codes = new Map(issues.map(({ path, code }) => [path, code]))
  const shown = new Map<string, FieldCode>()
  for (const [path, code] of errors.shown) {
    const now = errors.rejected.has(path) || !isIn(step)(path) ? code : codes.get(path)
    if (now) shown.set(path, now)
  }
  return { ...errors, shown }
}

/** Handles a typed value. */
export function typed(
  { values, errors }: Judging,
  {
    path,
    value,
    judge,
  }: { readonly path: string; readonly value: unknown; readonly judge: Judge | undefined },
  context: RuleContext,
): Judging {
  const made = withValueAt(values, path, value)
  const { messages, rejected } = errors
  const fresh: FieldErrors = {
    ...errors,
    messages: without(messages, (at) => at === path),
    rejected: new Set(Array.from(rejected).filter((at) => at !== path)),
  }
  const anyShown = errors.shown.size > 0
  return { values: made, errors: anyShown ? rejudge(made, fresh, stepOf(path), judge, context) : fresh }
}

/** Handles a field that was left: a valid value is cleaned, an invalid one stays as typed; warnings are shown. */
export function left(
  { values, errors }: Judging,
  { path, judge }: { readonly path: string; readonly judge: Judge | undefined },
  context: RuleContext,
): Judging {
  if (!judge) return { values, errors }
  const judged = judge(values, context)
  const clean = valueAt(judged.values, path)
  const step = stepOf(path)
  const isValid = !judged.issues.some((issue) => issue.path === path)
  return {
    values: isValid && typeof clean === 'string' ? withValueAt(values, path, clean) : values,
    errors: { ...errors, warnings: warned(errors, step, judged.warnings) },
  }
}

const warned = (
  { warnings }: FieldErrors,
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
  { values, errors }: Judging,
  { step, judge, rest }: { readonly step: Step; readonly judge: Judge; readonly rest: Judge | null },
  context: RuleContext,
): Judging & { readonly found: number } {
  const { values: clean, issues, warnings } = judge(values, context)
  const base = rest ? rejudge(values, errors, step, rest, context) : withoutErrors(errors, isIn(step))
  const shown = new Map(base.shown)
  for (const { path, code } of issues) {
    // An error that is shown already would keep its earlier place: the summary has the order of the fields.
    shown.delete(path)
    shown.set(path, code)
  }
  return {
    values: issues.length ? values : clean,
    errors: {
      ...base,
      shown,
      general: [],
      warnings: warned(base, step, rest ? rest(values, context).warnings : warnings),
    },
    found: issues.length,
  }
}

/** Replaces all shown errors with those of the BFF or the service. */
export function errorsOf(issues: readonly Issue[]): FieldErrors {
  const shown = new Map<string, FieldCode>()
  const messages = new Map<string, string>()
  const general: string[] = []
  for (const { path, code, message } of issues) {
    if (!path) general.push(message)
    else {
      // The BFF's codes are those of the contract. A code that is newer than this page gets the generic text.
      shown.set(path, code as FieldCode)
      if (code === 'upstream' && message !== REFUSED) messages.set(path, message)
    }
  }
  return { ...NO_ERRORS, shown, messages, rejected: new Set(shown.keys()), general }
}
