// Which values of an application are regulated, and how they are taken out and put back. Pure.
import { isOwnersTaxId, type ApplicationValues } from '@tapboard/contract'

/** Path of a regulated field → its value; only those that are there. */
export type Regulated = Readonly<Record<string, string>>

/** Shows of a number at most its last four digits, and never more than half of it. */
export const lastDigits = (digits: string): string =>
  digits.slice(digits.length - Math.min(4, Math.floor(digits.length / 2)))

/** The regulated values: tax ID, bank account, and of each person the tax number and the date of birth. */
export function regulatedOf(values: ApplicationValues): Regulated {
  const { taxId, banking, signers } = values
  const all = {
    taxId,
    'banking.routingNumber': banking.routingNumber,
    'banking.accountNumber': banking.accountNumber,
    ...Object.fromEntries(
      signers.flatMap(({ ssn, dateOfBirth }, index) => [
        [`signers[${index}].ssn`, ssn],
        [`signers[${index}].dateOfBirth`, dateOfBirth],
      ]),
    ),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** The values with these in the places of the regulated ones; with none, those places are empty. */
export function withRegulated(values: ApplicationValues, regulated: Regulated = {}): ApplicationValues {
  const at = (path: string): string => regulated[path] ?? ''
  return {
    ...values,
    taxId: at('taxId'),
    banking: {
      ...values.banking,
      routingNumber: at('banking.routingNumber'),
      accountNumber: at('banking.accountNumber'),
    },
    signers: values.signers.map((signer, index) => ({
      ...signer,
      ssn: at(`signers[${index}].ssn`),
      dateOfBirth: at(`signers[${index}].dateOfBirth`),
    })),
  }
}

/** Last digits of each number; a date of birth shows nothing. */
export const shownOf = (regulated: Regulated): Regulated =>
  Object.fromEntries(
    Object.entries(regulated)
      .filter(([path]) => !path.endsWith('dateOfBirth'))
      .map(([path, value]) => [path, lastDigits(value)]),
  )

/** The business's tax ID, which a sole proprietor may share with the business. */
export const taxIdOf = (values: ApplicationValues): string =>
  isOwnersTaxId(values) ? (values.signers[0]?.ssn ?? '') : values.taxId

/** The same fields with what `change` makes of their values. */
export async function eachValue(
  values: Readonly<Record<string, string>>,
  change: (value: string, field: string) => Promise<string>,
): Promise<Record<string, string>> {
  const fields = Object.entries(values)
  return Object.fromEntries(
    await Promise.all(fields.map(async ([field, value]) => [field, await change(value, field)] as const)),
  )
}
