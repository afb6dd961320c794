// Reads the query members of a route: each once, short, and of storable text. Ignores other members.
import { findUnstorable } from './plain-text.ts'
import { refuse, type Refusal } from '../refusal.ts'

/** Maximum length of a value. */
const MAX_VALUE = 512

/** The members of a query, or the reason of a refusal. */
export type Query = { readonly ok: true; readonly members: Readonly<Record<string, string>> } | Refusal

const wrong = (path: string, code: string, message: string): Refusal =>
  refuse('invalid-request', `The query member ${path} ${message}.`, { issues: [{ path, code, message }] })

/** The named members of a URL's query. */
export function readQuery(url: string, names: readonly string[]): Query {
  const members: Record<string, string> = {}
  if (names.length === 0) return { ok: true, members }
  const { searchParams } = new URL(url)
  for (const name of names) {
    const [value, ...more] = searchParams.getAll(name)
    if (value === undefined) continue
    if (more.length > 0) return wrong(name, 'wrong-form', 'must be given once')
    if (value.length > MAX_VALUE)
      return wrong(name, 'too-big', `must be at most ${MAX_VALUE} characters long`)
    if (findUnstorable(value) !== null)
      return wrong(name, 'wrong-form', 'must be text without U+0000 and lone surrogates')
    members[name] = value
  }
  return { ok: true, members }
}
