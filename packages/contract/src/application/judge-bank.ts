// Step "Bank account": all of it, or later (§4.6: BankingInformation is optional).
import { accountRule, bankNameRule, routingRule } from './bank.ts'
import { Bench, type Judge } from './judge.ts'

/** Judges the bank account. */
export const judgeBank: Judge = (values, context) => {
  const bench = new Bench(context)
  if (values.bankingLater)
    return bench.end({ ...values, banking: { bankName: '', routingNumber: '', accountNumber: '' } })
  const banking = bench.clean(values.banking, 'banking.', {
    bankName: bankNameRule,
    routingNumber: routingRule,
    accountNumber: accountRule,
  })
  if (bench.isGood('banking.') && banking.accountNumber === banking.routingNumber)
    bench.say('banking.accountNumber', 'account-is-routing')
  return bench.end({ ...values, banking })
}
