// The kind of a field by its path.
import { APPLICATION_FIELDS, type Kind } from './fields.ts'
import { isList } from './paths.ts'

/** The kind of the field at `path`; `undefined` for an unknown path. */
export function kindOf(path: string): Kind | undefined {
  let kind: Kind | undefined = APPLICATION_FIELDS
  for (const name of path.replace(/\[\d+\]/g, '').split('.')) {
    const rows: Kind | undefined = isList(kind) ? kind[0] : kind
    kind = typeof rows === 'object' && Object.hasOwn(rows, name) ? rows[name] : undefined
  }
  return kind
}
