// Canonical JSON: members sorted by name (RFC 8785, for the types in use: objects, lists, texts, integers, booleans), so that
// the hash of accepted values can be compared years later.
import { sha256, toHex } from '@tapboard/store/crypto'

/** Returns the canonical text. Throws for a value that JSON cannot express. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    const texts = new Map(members.map(([name, member]) => [name, canonicalJson(member)]))
    const names = [...texts.keys()].toSorted()
    return `{${names.map((name) => `${JSON.stringify(name)}:${texts.get(name)}`).join(',')}}`
  }
  if (
    value === undefined ||
    typeof value === 'function' ||
    (typeof value === 'number' && !Number.isFinite(value))
  )
    throw new TypeError('only JSON has a canonical text')
  return JSON.stringify(value)
}

/** SHA-256 of the canonical text, hex. */
export const canonicalHash = (value: unknown): string => toHex(sha256(canonicalJson(value)))
