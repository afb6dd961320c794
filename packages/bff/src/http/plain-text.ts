// Rejects texts that cannot be stored unchanged: lone surrogates (UTF-8 replaces them) and U+0000 (PostgreSQL rejects it).
// Both are legal in JSON.

/** Returns the path of the first such text, including member names; `null` if every text is plain. */
export function findUnstorable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return path
    const found = findUnstorable(member, [...path, name])
    if (found !== null) return found
  }
  return null
}

const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text)
