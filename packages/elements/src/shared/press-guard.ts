// D-211: a press that a person meant for the screen before does not settle a sale and does not charge again. New buttons appear below
// a finger or a focus while it presses. A style animation measures their age: it begins again with each new node.
import { css } from 'lit'

/** Parts that ignore presses for 400 ms after they appear. The animation also keeps the pointer away. */
const GUARDED = '.guide, .decide > *, .acts:not(.ends)'

/** The styles of {@link guardPresses}. */
export const GUARD_STYLES = css`
  .guide,
  .decide > *,
  .acts:not(.ends) {
    animation: new 0.4s step-end;
  }
  @keyframes new {
    from {
      pointer-events: none;
    }
  }
`

/** Stops a press on a new part, and a press by an Enter key that is held down. A click by a script is not stopped. */
function stopEarly(event: Event): void {
  const { key, repeat, isTrusted, target, type } = event as KeyboardEvent
  const part = (target as Element).closest(GUARDED)
  if (!part || (type === 'keydown' && key !== 'Enter')) return
  if (!repeat && !(isTrusted && part.getAnimations().length)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Guards the parts below `root`. It is no state of a button: the focus stays, and a screen reader says nothing. */
export function guardPresses(root: ShadowRoot): void {
  for (const type of ['click', 'keydown']) root.addEventListener(type, stopEarly, true)
}
