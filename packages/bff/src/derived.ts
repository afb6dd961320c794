// Values that derive from the list of merchants. The list changes while the process runs (D-213), so no part keeps a copy
// of it: a derived value is computed again when the list is another one.

/** Returns a function that computes `make` of the current list, once for each list. */
export function derivedFrom<List extends object, Value>(
  current: () => List,
  make: (list: List) => Value,
): () => Value {
  let last: { readonly list: List; readonly value: Value } | null = null
  return () => {
    const list = current()
    if (last?.list !== list) last = { list, value: make(list) }
    return last.value
  }
}

/** Returns a function that finds a member of the current list by its ID. */
export function findById<Member extends { readonly id: string }>(
  current: () => readonly Member[],
): (id: string) => Member | null {
  const byId = derivedFrom(current, (list) => new Map(list.map((member) => [member.id, member])))
  return (id) => byId().get(id) ?? null
}

/** Returns a function that computes `make` once for each object. */
export function perObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}
