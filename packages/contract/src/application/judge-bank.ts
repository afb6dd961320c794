// Step "Bank account": complete, or added later (§4.6: BankingInformation is optional).
import { accountRule, bankNameRule, routingRule } from './bank.ts'
import type { BANKING_FIELDS } from './fields.ts'
import { IssueCollector, type Judge } from './judge.ts'
import type { Rules } from './rule.ts'
import { emptyValues } from './values.ts'

const RULES: Rules<typeof BANKING_FIELDS> = {
  routingNumber: routingRule,
  accountNumber: accountRule,
  bankName: bankNameRule,
}

/** Judges routing and account number; empties both if they are added later. */
export const judgeBank: Judge = (values, context) => {
  const collector = new IssueCollector(context)
  if (values.bankingLater) return collector.result({ ...values, banking: emptyValues().banking })
  const banking = collector.clean(values.banking, 'banking.', RULES)
  if (collector.isValid('banking.') && banking.accountNumber === banking.routingNumber)
    collector.addIssue('banking.accountNumber', 'account-is-routing')
  return collector.result({ ...values, banking })
}
