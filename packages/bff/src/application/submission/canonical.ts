// One text for one value: JSON with the members in the order of their names (RFC 8785 for what we have: objects, lists, texts,
// whole numbers, truth values). What was agreed to can be recognised years later by its hash alone.
import { sha256, toHex } from '@tapboard/store/crypto'

/** The canonical text. Throws for what JSON has no word for. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
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
