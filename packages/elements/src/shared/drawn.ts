// Waits for an element to render something, for the drivers of tests and hosts. No element imports it.
import type { LitElement } from 'lit'

/** Resolves when `condition` holds after an update of the element; checks again on every mutation in `root`. */
export async function untilDrawn(
  element: Pick<LitElement, 'isUpdatePending' | 'updateComplete'>,
  root: ShadowRoot,
  condition: () => boolean,
): Promise<void> {
  for (;;) {
    await element.updateComplete
    if (condition()) return
    // A mutation observer does not see an update that changes nothing.
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
