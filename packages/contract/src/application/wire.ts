// The members of SubmitGoApp (§4.6, D-24), made from the tables of fields. Its schema, its writer, its reader, the paths of its
// errors and the service's check of kinds derive from them.
import { APPLICATION_FIELDS, PART_FIELDS, WIRE, type Fields, type Kind } from './fields.ts'
import { isList } from './paths.ts'

/** A member of the body, or of an object in it. */
export interface WireMember {
  readonly name: string
  /** Name of the field in {@link ApplicationValues}. */
  readonly field: string
  readonly kind: Kind
  /** It is omitted while its field is empty. */
  readonly isOptional: boolean
  /** Members of the object, or of each object of the list. */
  readonly members: readonly WireMember[]
}

interface Names {
  readonly [field: string]: string | null | readonly [string, Names]
}

const membersOf = (rows: Fields, names: Names): readonly WireMember[] =>
  Object.entries(names).flatMap(([field, entry]) => {
    const kind = rows[field]
    if (entry === null || kind === undefined) return []
    const [name, inner] = typeof entry === 'string' ? [entry, {}] : entry
    const group = isList(kind) ? kind[0] : kind
    return [
      {
        name: name.replace('?', ''),
        field,
        kind,
        isOptional: name.endsWith('?'),
        members: typeof group === 'object' ? membersOf(group, inner) : [],
      },
    ]
  })

/** Members of the body of SubmitGoApp in order, without `ApiKey`. */
export const SUBMISSION_MEMBERS = /* @__PURE__ */ membersOf({ ...APPLICATION_FIELDS, ...PART_FIELDS }, WIRE)

/** Checks whether the member is a number on the wire. */
export const isWireNumber = ({ kind }: WireMember): boolean => kind === 'money' || kind === 'percent'
