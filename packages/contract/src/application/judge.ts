// Shared by the judges of the steps: collects issues and applies rules to the members of an object. The result contains the
// cleaned values and the issues.
import type { FieldCode, WarningCode } from './codes.ts'
import type { Rule, RuleContext } from './rule.ts'
import type { ApplicationValues } from './values.ts'

/** An error, with a path such as `signers[0].address.zip`. */
export interface FieldIssue {
  readonly path: string
  readonly code: FieldCode
}

/** An unusual value at `path`; it never blocks. */
export interface FieldWarning {
  readonly path: string
  readonly code: WarningCode
}

/** The result of a judge: cleaned values, errors (empty if the values are valid) and warnings. */
export interface Judged {
  readonly values: ApplicationValues
  readonly issues: readonly FieldIssue[]
  readonly warnings: readonly FieldWarning[]
}

/** Judges the members of one step, or of all steps. It reads other members only if its rules need them. */
export type Judge = (values: ApplicationValues, context: RuleContext) => Judged

/** Applies rules to values and collects the issues. */
export class IssueCollector {
  readonly issues: FieldIssue[] = []
  readonly warnings: FieldWarning[] = []
  readonly #context: RuleContext

  constructor(context: RuleContext) {
    this.#context = context
  }

  /** Adds an error; the first error of a path wins. */
  addIssue(path: string, code: FieldCode): void {
    if (!this.issues.some((issue) => issue.path === path)) this.issues.push({ path, code })
  }

  addWarning(path: string, code: WarningCode): void {
    this.warnings.push({ path, code })
  }

  /** Returns the object with its members cleaned by their rules; `at` is the prefix of their paths. */
  clean<T extends object>(
    object: T,
    at: string,
    rules: { readonly [Name in keyof T]?: Rule | undefined },
  ): T {
    const made = { ...object }
    for (const name of Object.keys(rules) as (keyof T & string)[]) {
      const rule = rules[name]
      if (rule === undefined) continue
      const { value, code, warning } = rule(String(object[name]), this.#context)
      made[name] = value as T[typeof name]
      if (code !== '') this.addIssue(at + name, code)
      if (warning) this.addWarning(at + name, warning)
    }
    return made
  }

  /** Checks that no path with this prefix has an error. */
  isValid(prefix: string): boolean {
    return !this.issues.some(({ path }) => path.startsWith(prefix))
  }

  result(values: ApplicationValues): Judged {
    return { values, issues: this.issues, warnings: this.warnings }
  }
}
