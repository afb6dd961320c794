// The English texts of `<terminal-pay>`, from its parts: all texts that a clerk can see.
import { REFUSALS, REGISTER_ENGLISH } from '../../../packages/elements/src/terminal-pay/register.strings.ts'
import { RESOLVE_ENGLISH } from '../../../packages/elements/src/terminal-pay/resolve.strings.ts'
import { REASONS, RESULT_ENGLISH } from '../../../packages/elements/src/terminal-pay/result.strings.ts'
import { SALE_ENGLISH, SALE_PROBLEMS } from '../../../packages/elements/src/terminal-pay/sale.strings.ts'
import { ENGLISH } from '../../../packages/elements/src/terminal-pay/terminal-pay.strings.ts'
import { TERMINALS_ENGLISH } from '../../../packages/elements/src/terminal-pay/terminals.strings.ts'

/** Sentences by code or reason; `otherwise` for the rest. */
export const PAY_PROBLEMS: Readonly<Record<string, string>> = {
  ...REFUSALS,
  ...REASONS,
  ...SALE_PROBLEMS,
  ...ENGLISH.problems,
}

const textsOf = (strings: object): readonly string[] =>
  Object.values(strings).flatMap((text: unknown) =>
    typeof text === 'string'
      ? [text]
      : typeof text === 'function'
        ? [String((text as (...values: readonly string[]) => unknown)('', ''))]
        : typeof text === 'object' && text !== null
          ? textsOf(text)
          : [],
  )

/** Every text; those that take a value, without it. */
export const PAY_TEXTS: readonly string[] = textsOf([
  ENGLISH,
  TERMINALS_ENGLISH,
  PAY_PROBLEMS,
  REGISTER_ENGLISH,
  RESOLVE_ENGLISH,
  RESULT_ENGLISH,
  SALE_ENGLISH,
])
