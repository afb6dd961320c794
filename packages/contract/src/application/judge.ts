// What the judges of the steps share: a place to collect what is wrong, and one way to put rules on the members of an
// object. The cleaned values come out beside the complaints.
import type { FieldCode, WarningCode } from './codes.ts'
import type { Rule, RuleContext } from './rule.ts'
import type { ApplicationValues } from './values.ts'

/** One thing that is wrong, with a path such as `signers[0].address.zip`. */
export interface FieldIssue {
  readonly path: string
  readonly code: FieldCode
}

/** One thing to look at once more. */
export interface FieldWarning {
  readonly path: string
  readonly code: WarningCode
}

/** What a judge says: the cleaned values, what is wrong (nothing: they are good), what to look at. */
export interface Judged {
  readonly values: ApplicationValues
  readonly issues: readonly FieldIssue[]
  readonly warnings: readonly FieldWarning[]
}

/** Judges the members of a step, or of all; knows of the others only what its rules need. */
export type Judge = (values: ApplicationValues, context: RuleContext) => Judged

/** Collects what is wrong while rules are put on values. */
export class Bench {
  readonly issues: FieldIssue[] = []
  readonly warnings: FieldWarning[] = []
  readonly #context: RuleContext

  constructor(context: RuleContext) {
    this.#context = context
  }

  /** Something is wrong there; the first complaint about a place stands. */
  say(path: string, code: FieldCode): void {
    if (!this.issues.some((issue) => issue.path === path)) this.issues.push({ path, code })
  }

  /** Something is odd there. */
  warn(path: string, code: WarningCode): void {
    this.warnings.push({ path, code })
  }

  /** The object with its members cleaned by their rules; `at` stands before their names. */
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
      if (code !== '') this.say(at + name, code)
      if (warning) this.warn(at + name, warning)
    }
    return made
  }

  /** Was nothing said of any place that begins so? */
  isGood(prefix: string): boolean {
    return !this.issues.some(({ path }) => path.startsWith(prefix))
  }

  /** The verdict. */
  end(values: ApplicationValues): Judged {
    return { values, issues: this.issues, warnings: this.warnings }
  }
}
