// The visitor's choices of how the demo looks, kept in this browser where it allows.

/** The remembered choice; the first of `names` where there is none. */
export function recallChoice<Name extends string>(key: string, names: readonly Name[]): Name {
  const [first] = names
  if (first === undefined) throw new Error(`${key} has nothing to choose.`)
  try {
    const kept = localStorage.getItem(key)
    return names.find((name) => name === kept) ?? first
  } catch {
    return first
  }
}

/** Remembers a choice. */
export function rememberChoice(key: string, name: string): void {
  try {
    localStorage.setItem(key, name)
  } catch {
    return // This browser keeps nothing: the choice holds until the page is left.
  }
}
