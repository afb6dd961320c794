// The typed values of an application. Every field is present, and empty until it is filled in.
import * as z from 'zod/mini'
import {
  ADDRESS_FIELDS,
  BANKING_FIELDS,
  APPLICATION_FIELDS,
  SIGNER_FIELDS,
  type ApplicationFields,
  type Fields,
  type Kind,
  type ValuesOf,
} from './fields.ts'
import { isList, mapFields } from './paths.ts'

const made = /* @__PURE__ */ new Map<Fields, z.ZodMiniType>()

const schemaOfKind = (kind: Kind): z.ZodMiniType =>
  typeof kind === 'boolean'
    ? z.boolean()
    : typeof kind === 'string'
      ? z.string()
      : isList(kind)
        ? z.array(schemaOf(kind[0]))
        : schemaOf(kind)

/** The schema of fields. The same fields give the same object, so that other schemas can refer to it by name. */
function schemaOf<Rows extends Fields>(rows: Rows): z.ZodMiniType<ValuesOf<Rows>> {
  const schema =
    made.get(rows) ??
    z.object(Object.fromEntries(Object.entries(rows).map(([name, kind]) => [name, schemaOfKind(kind)])))
  made.set(rows, schema)
  return schema as z.ZodMiniType<ValuesOf<Rows>>
}

/** An address with its entered texts. */
export const AddressValues = /* @__PURE__ */ schemaOf(ADDRESS_FIELDS)

export type AddressValues = ValuesOf<typeof ADDRESS_FIELDS>

/** A person who owns or controls the business, or signs. */
export const SignerValues = /* @__PURE__ */ schemaOf(SIGNER_FIELDS)

export type SignerValues = ValuesOf<typeof SIGNER_FIELDS>

/** A bank account, complete or empty. */
export const BankingValues = /* @__PURE__ */ schemaOf(BANKING_FIELDS)

export type BankingValues = ValuesOf<typeof BANKING_FIELDS>

/** All values that the applicant enters. */
export const ApplicationValues = /* @__PURE__ */ schemaOf(APPLICATION_FIELDS)

export type ApplicationValues = ValuesOf<ApplicationFields>

/** The maximum number of persons of an application. */
export const MAX_SIGNERS = 10

const emptyOf = <Rows extends Fields>(rows: Rows, country: string): ValuesOf<Rows> =>
  mapFields(rows, undefined, (kind) => (typeof kind === 'boolean' ? kind : kind === 'country' ? country : ''))

/** An empty address in the given country. */
export const emptyAddress = (country = 'US'): AddressValues => emptyOf(ADDRESS_FIELDS, country)

/** An empty person; the first one is the main contact. */
export const emptySigner = (isPrimary: boolean, country = 'US'): SignerValues => ({
  ...emptyOf(SIGNER_FIELDS, country),
  isPrimary,
})

/** An application with empty texts and no persons; `country` is the country of its addresses. */
export const emptyValues = (country = 'US'): ApplicationValues => emptyOf(APPLICATION_FIELDS, country)

/** Checks whether the tax ID is the SSN or ITIN of the sole proprietor; the form then asks for it once, with the person. */
export const isOwnersTaxId = ({ ownershipType, taxIdType }: ApplicationValues): boolean =>
  ownershipType === 'soleProprietorship' && (taxIdType === 'SSN' || taxIdType === 'ITIN')
