// Finds the known name that a misspelled one probably means, for "did you mean …".

/** Edits (insertion, deletion, substitution, swap of neighbours) that turn one text into the other. */
export function editDistance(one: string, other: string): number {
  // Three rows of the table of optimal string alignment suffice.
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = line
  }
  return last[other.length] ?? 0
}

/** Longer names are not compared: they are no spelling mistake, and the comparison takes the product of the lengths. */
const NAME_MAX = 64

/** Finds the known name with the smallest edit distance, ignoring case. Returns `null` if each differs by more than a third of its length. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  if (given.length > NAME_MAX) return null
  let nearest: { readonly name: string; readonly distance: number } | null = null
  for (const name of known) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase())
    if (distance <= name.length / 3 && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name, distance }
  }
  return nearest?.name ?? null
}

/** ` Did you mean NAME?`, or nothing. A common prefix of the names does not count as similarity. */
export function suggestion(given: string, known: Iterable<string>, prefix = ''): string {
  const rest = (name: string): string =>
    name.toUpperCase().startsWith(prefix) ? name.slice(prefix.length) : name
  const names = new Map([...known].map((name) => [rest(name), name]))
  const name = names.get(nearestName(rest(given), names.keys()) ?? '')
  return name === undefined ? '' : ` Did you mean ${name}?`
}
