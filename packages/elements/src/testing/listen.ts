// Hears what the live region of an element says, as a screen reader does: each change of its words once.

/** What was said since, in order. */
export function listen(root: ShadowRoot): readonly string[] {
  const said: string[] = []
  const words = (): string =>
    (root.querySelector('[role=status]')?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  let last = words()
  const watch = new MutationObserver(() => {
    const now = words()
    if (now === last) return
    last = now
    if (now) said.push(now)
  })
  watch.observe(root, { subtree: true, childList: true, characterData: true })
  return said
}
