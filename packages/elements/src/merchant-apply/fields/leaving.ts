// Leaving a field can add a line below it. A field that is left by a press of the pointer is left when the press is over, so that the
// press does not miss a control that moves down.
import type { FormActions } from '../step.ts'

/** Calls that wait for the end of the press; `null` without a press. */
let waiting: (() => void)[] | null = null
let isWatching = false

function end({ buttons }: Partial<MouseEvent>): void {
  const calls = waiting
  // The click follows in the same task.
  if (calls && !buttons)
    setTimeout(() => {
      waiting = null
      for (const call of calls.splice(0)) call()
    })
}

/** Watches the presses of the page. A drag and the list of a select end without `mouseup`. */
function watch(): void {
  isWatching = true
  addEventListener('mousedown', () => (waiting ??= []), true)
  for (const type of ['mouseup', 'mousemove', 'keydown'] as const) addEventListener(type, end, true)
}

/** The listener for the end of the focus in the field at a path. */
export function leaving(form: Pick<FormActions, 'leave'>, path: string): () => void {
  if (!isWatching) watch()
  const leave = (): void => form.leave(path)
  return () => (waiting ? void waiting.push(leave) : leave())
}
