// All English texts of <terminal-pay> in one table, for pages that replace or translate them. The element keeps them in the
// parts that use them, because some parts load later.
import { REFUND_ENGLISH } from './refund.strings.ts'
import { REFUSALS, REGISTER_ENGLISH } from './register.strings.ts'
import { RESOLVE_ENGLISH } from './resolve.strings.ts'
import { REASONS, RESULT_ENGLISH } from './result.strings.ts'
import { SALE_ENGLISH, SALE_PROBLEMS } from './sale.strings.ts'
import { ENGLISH, type Strings } from './terminal-pay.strings.ts'
import { TERMINALS_ENGLISH } from './terminals.strings.ts'

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
