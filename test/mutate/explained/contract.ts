/** Mutants of the contract that no test needs to kill. */
import { inStatement, type Explained } from './entry.ts'

export const CONTRACT: readonly Explained[] = [
  {
    file: 'packages/contract/src/application/judge-tax.ts',
    statement:
      "return collector.result( collector.isValid('taxIdType') ? collector.clean(clean, '', { taxId: RULES.taxId }) : clean, )",
    operator: 'string',
    why: 'At this point the collector has no issue but that of the type.',
  },
  {
    file: 'packages/contract/src/money.ts',
    statement:
      "if (minor > MAX_MINOR || minor / 10 ** exponent > MAX_MAJOR) return refuse('must be at most 999999.99')",
    operator: 'number',
    why: 'Only a currency without decimals has major units above the limit at so few minor units; its exponent is 0.',
  },
  {
    file: 'packages/contract/src/money.ts',
    statement: "if (value <= 0) return refuse('must be greater than 0')",
    operator: 'boundary',
    why: 'Zero is refused with the same sentence when its text is parsed.',
  },
  {
    file: 'packages/contract/src/application/judge-bank.ts',
    statement:
      "if (collector.isValid('banking.') && banking.accountNumber === banking.routingNumber) collector.addIssue('banking.accountNumber', 'account-is-routing')",
    operator: 'string',
    why: 'The collector of this step has issues of the bank account only.',
  },
  {
    file: 'packages/contract/src/application/bank.ts',
    statement:
      'Array.from(digits).reduce((sum, digit, index) => sum + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0) % 10 === 0',
    operator: 'arithmetic',
    why: 'The negative sum is divisible by ten exactly when the sum is; -0 === 0.',
  },
  {
    file: 'packages/contract/src/application/bank.ts',
    statement:
      'Array.from(digits).reduce((sum, digit, index) => sum + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0) % 10 === 0',
    operator: 'number',
    occurrence: 1,
    why: 'The index modulo three always has a weight.',
  },
  {
    file: 'packages/contract/src/application/bank.ts',
    statement: 'return total + (twice > 9 ? twice - 9 : twice)',
    operator: 'arithmetic',
    why: 'The negative sum is divisible by ten exactly when the sum is; -0 === 0.',
  },
  {
    file: 'packages/contract/src/application/boarding-errors.ts',
    statement:
      "const [, wire = '', words = ''] = /^\\s*([A-Za-z][\\w.[\\]]{0,120})\\s*:\\s*(.*)$/s.exec(message) ?? []",
    operator: 'anchor',
    occurrence: 1,
    why: 'With the flag s, the last group takes the rest of the text anyway.',
  },
  {
    file: 'packages/contract/src/application/date.ts',
    statement:
      "/^\\d{0,4}-\\d{0,2}-\\d{0,2}$/.test(value) && !/^\\d{4}-\\d\\d-\\d\\d$/.test(value) ? 'date-incomplete' : isRealDate(value) ? '' : 'date-not-real'",
    operator: 'anchor',
    occurrence: 2,
    why: 'The pattern before it allows no more digits at this end.',
  },
  {
    file: 'packages/contract/src/application/date.ts',
    statement:
      "/^\\d{0,4}-\\d{0,2}-\\d{0,2}$/.test(value) && !/^\\d{4}-\\d\\d-\\d\\d$/.test(value) ? 'date-incomplete' : isRealDate(value) ? '' : 'date-not-real'",
    operator: 'anchor',
    occurrence: 3,
    why: 'The pattern before it allows no more digits at this end.',
  },
  {
    file: 'packages/contract/src/application/identity.ts',
    statement: 'const NEVER = /^(078051120|219099999|123456789)$/',
    operator: 'anchor',
    why: 'Only nine digits are compared with it.',
  },
  {
    file: 'packages/contract/src/application/identity.ts',
    statement: 'const NEVER = /^(078051120|219099999|123456789)$/',
    operator: 'anchor',
    occurrence: 1,
    why: 'Only nine digits are compared with it.',
  },
  {
    file: 'packages/contract/src/application/judge-signers.ts',
    statement:
      'signers.reduce( (sum, { ownershipPercentage: typed }) => sum + (/^\\s*\\d{1,3}\\s*%?\\s*$/.test(typed) ? Number.parseInt(typed, 10) : 0), 0, )',
    operator: 'argument removed',
    why: 'A text of decimal digits has the radix ten without it.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement: 'const ISLANDS = /^(GU|PW|FM|MH|MP)$/',
    operator: 'anchor',
    why: 'Only a listed state, of two letters, is compared with it.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement: 'const ISLANDS = /^(GU|PW|FM|MH|MP)$/',
    operator: 'anchor',
    occurrence: 1,
    why: 'Only a listed state, of two letters, is compared with it.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement:
      "/^[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] \\d[ABCEGHJ-NPRSTV-Z]\\d$/.test(zip) ? '' : 'postal-format'",
    operator: 'anchor',
    why: 'A cleaned code has a space only if the whole text has this form.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement:
      "/^[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] \\d[ABCEGHJ-NPRSTV-Z]\\d$/.test(zip) ? '' : 'postal-format'",
    operator: 'anchor',
    occurrence: 1,
    why: 'A cleaned code has a space only if the whole text has this form.',
  },
  {
    file: 'packages/contract/src/outcome.ts',
    statement:
      "distinct( values.map((value) => value === undefined || value === null || typeof value === 'string' ? value : JSON.stringify(value), ), )",
    operator: 'logical',
    why: 'The members were read by readMembers, which leaves out null.',
  },
  {
    file: 'packages/contract/src/token.ts',
    statement: 'if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false',
    operator: 'anchor',
    why: 'Intl refuses such a text, too: only an offset has no name, and its end has no letter.',
  },
  {
    file: 'packages/contract/src/token.ts',
    statement: 'if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false',
    operator: 'anchor',
    occurrence: 1,
    why: 'Intl refuses such a text, too.',
  },
  {
    file: 'packages/contract/src/session.ts',
    statement:
      "const writeDate = (atMs: number): string => new Date(atMs).toISOString().replace(/\\.\\d{3}Z$/, 'Z')",
    operator: 'anchor',
    why: 'The text of toISOString has one fraction, at its end.',
  },
  {
    file: 'packages/contract/src/json.ts',
    statement: 'for (let at = 0; at < text.length;) {…}',
    operator: 'boundary',
    why: 'Behind its end a text has no mark.',
  },
  {
    file: 'packages/contract/src/json.ts',
    statement: 'for (let at = 0; at < text.length; at++) {…}',
    operator: 'boundary',
    why: 'Behind its end a text has no mark.',
  },
  ...inStatement(
    'packages/contract/src/application/place.ts',
    "const state = ACROSS[zip.slice(0, 5)] ?? (zip.startsWith('969') ? '' : stateOfPrefix(zip.slice(0, 3)))",
    ['link removed 1', 'argument removed 1', 'number 3'],
    'Texts are compared: more digits are above the same three digits.',
  ),
  {
    file: 'packages/contract/src/outcome.ts',
    statement:
      "const approvalEvidence = code === '00' || approvalCode !== undefined || evidence.oddApproval || verdict === 'approved' || evidence.approvedElsewhere",
    operator: 'string',
    occurrence: 1,
    why: 'An approved verdict is judged before this evidence is compared.',
  },
]
