/** Finds test files by a folder, a file, the name of a journey or a part of a path. */

/** A test file and the part that runs it. */
export interface Runnable {
  readonly file: string
  readonly part: string
}

/** The test files of a name. */
type Found =
  | { readonly files: readonly Runnable[] }
  /** No file has this name; these names are similar. */
  | { readonly similar: readonly string[] }

const baseOf = (file: string): string => (file.split('/').at(-1) ?? '').replace(/\.(test|browser)\.ts$/, '')

/** Each rule is tried on all files; the first that fits any file decides. */
const RULES: readonly ((file: string, name: string) => boolean)[] = [
  (file, name) => file === name,
  (file, name) => file.startsWith(`${name}/`),
  (file, name) => file.endsWith(`/${name}`) || baseOf(file) === name,
  (file, name) => file.includes(`/${name}/`),
  (file, name) => file.includes(name),
]

/** Levenshtein distance of two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(one).entries()) {
    const next = [i + 1]
    for (const [j, against] of Array.from(other).entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === against ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

const SIMILAR = 5

function similarTo(name: string, all: readonly Runnable[]): string[] {
  const last = baseOf(name)
  const names = new Set(all.flatMap(({ file }) => [...file.split('/').slice(0, -1), baseOf(file)]))
  return [...names]
    .map((word) => ({ word, far: distance(word, last) }))
    .filter(({ word, far }) => far <= Math.max(2, Math.min(word.length, last.length) / 3))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, SIMILAR)
    .map(({ word }) => word)
}

/** The files that `name` means, or names that are similar to it. */
export function find(given: string, all: readonly Runnable[]): Found {
  const name = given.replace(/^\.\//, '').replace(/\/$/, '')
  for (const fits of RULES) {
    const files = all.filter(({ file }) => fits(file, name))
    if (files.length > 0) return { files }
  }
  return { similar: similarTo(name, all) }
}
