// Records the live region of an element as a screen reader announces it: each change of its text once.

/** The announcements since then, in order. */
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
