// Text that every part behind us can keep: no lone surrogate (it would change on its way through UTF-8) and no U+0000
// (PostgreSQL cannot store it). Both are legal JSON and no word of any language.

/** Path of the first text that cannot be kept, `null` when all can. Member names count too. */
export function findUnkeepable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return isKeepable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [name, member] of Object.entries(value)) {
    if (!isKeepable(name)) return path
    const found = findUnkeepable(member, [...path, name])
    if (found !== null) return found
  }
  return null
}

const isKeepable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text)
