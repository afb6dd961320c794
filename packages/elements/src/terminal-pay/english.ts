// All English texts of <terminal-pay> in one table, for pages that replace or translate them. The element keeps them in the
// parts that use them, because some parts load later.
import { REFUND_ENGLISH, type RefundStrings } from './refund.strings.ts'
import { REFUSALS, REGISTER_ENGLISH, type RegisterStrings } from './register.strings.ts'
import { RESOLVE_ENGLISH, type ResolveStrings } from './resolve.strings.ts'
import { REASONS, RESULT_ENGLISH, type ResultStrings } from './result.strings.ts'
import { SALE_ENGLISH, SALE_PROBLEMS, type SaleStrings } from './sale.strings.ts'
import { ENGLISH, type BaseStrings } from './terminal-pay.strings.ts'
import { TERMINALS_ENGLISH, type TerminalsStrings } from './terminals.strings.ts'

/** The texts a dictionary must give. */
export type Strings = BaseStrings &
  SaleStrings &
  ResultStrings &
  ResolveStrings &
  RegisterStrings &
  TerminalsStrings & {
    /** Texts of a refund, in place of those of a sale. */
    readonly refund: RefundStrings
  }

/** All English texts of `<terminal-pay>`. */
export const PAY_ENGLISH: Strings = {
  ...REGISTER_ENGLISH,
  ...RESOLVE_ENGLISH,
  ...RESULT_ENGLISH,
  ...SALE_ENGLISH,
  ...TERMINALS_ENGLISH,
  ...ENGLISH,
  refund: REFUND_ENGLISH,
  problems: { ...REFUSALS, ...REASONS, ...SALE_PROBLEMS, ...ENGLISH.problems },
}
