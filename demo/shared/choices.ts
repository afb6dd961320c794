// Stores the visitor's display choices in the browser, if possible.

/** Returns the stored choice, or the first of `names`. */
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

export function rememberChoice(key: string, name: string): void {
  try {
    localStorage.setItem(key, name)
  } catch {
    return // No storage: the choice lasts until the page is left.
  }
}
