// Waiting for an element to show something, for the drivers that tests and hosts use. No element imports it.
import type { LitElement } from 'lit'

/** Resolves when `condition` holds after a drawing of the element; looks again whenever anything in `root` changes. */
export async function untilDrawn(
  element: Pick<LitElement, 'isUpdatePending' | 'updateComplete'>,
  root: ShadowRoot,
  condition: () => boolean,
): Promise<void> {
  for (;;) {
    await element.updateComplete
    if (condition()) return
    // A drawing that changes nothing is not seen, and may be all that was waited for.
    if (element.isUpdatePending) continue
    await new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        watch.disconnect()
        resolve()
      })
      watch.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
    })
  }
}
