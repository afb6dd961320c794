// Step "Bank account": complete, or added later (§4.6: BankingInformation is optional).
import { accountRule, bankNameRule, routingRule } from './bank.ts'
import type { BANKING_FIELDS } from './fields.ts'
import { Bench, type Judge } from './judge.ts'
import type { Rules } from './rule.ts'
import { emptyValues } from './values.ts'

const RULES: Rules<typeof BANKING_FIELDS> = {
  bankName: bankNameRule,
  routingNumber: routingRule,
  accountNumber: accountRule,
}

/** Judges the bank account. */
export const judgeBank: Judge = (values, context) => {
  const bench = new Bench(context)
  if (values.bankingLater) return bench.end({ ...values, banking: emptyValues().banking })
  const banking = bench.clean(values.banking, 'banking.', RULES)
  if (bench.isGood('banking.') && banking.accountNumber === banking.routingNumber)
    bench.say('banking.accountNumber', 'account-is-routing')
  return bench.end({ ...values, banking })
}
