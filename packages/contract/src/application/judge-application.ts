// Judges the whole application: runs the judge of every step in turn on the values that the previous judge cleaned. Element,
// BFF and service call the same function.
import { judgeBank } from './judge-bank.ts'
import { judgeBusiness } from './judge-business.ts'
import { judgeContact } from './judge-contact.ts'
import { judgePlan } from './judge-plan.ts'
import { judgeSigners } from './judge-signers.ts'
import { judgeTax } from './judge-tax.ts'
import type { FieldIssue, FieldWarning, Judge } from './judge.ts'

const JUDGES = [judgePlan, judgeBusiness, judgeTax, judgeContact, judgeSigners, judgeBank]

/** Validates all fields of an application; reports all errors at once. */
export const judgeApplication: Judge = (values, context) => {
  const issues: FieldIssue[] = []
  const warnings: FieldWarning[] = []
  let clean = values
  for (const judge of JUDGES) {
    const judged = judge(clean, context)
    clean = judged.values
    issues.push(...judged.issues)
    warnings.push(...judged.warnings)
  }
  return { values: clean, issues, warnings }
}
