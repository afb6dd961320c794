// All English texts of <terminal-pay> in one table, for those who replace or translate them. The element itself holds them
// where they are needed: some come with its later parts.
import { REFUSALS, REGISTER_ENGLISH } from './register.strings.ts'
import { RESOLVE_ENGLISH } from './resolve.strings.ts'
import { REASONS, RESULT_ENGLISH } from './result.strings.ts'
import { ENGLISH, type Strings } from './terminal-pay.strings.ts'

/** See the head of this file. */
export const PAY_ENGLISH: Strings = {
  ...REGISTER_ENGLISH,
  ...RESOLVE_ENGLISH,
  ...RESULT_ENGLISH,
  ...ENGLISH,
  problems: { ...REFUSALS, ...REASONS, ...ENGLISH.problems },
}
