// DOM helpers of the demo's pages.

/** Returns the element with this ID; every page contains it. */
export const by = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found
}

/** Creates an element with a text. */
export const text = (name: string, content: string): HTMLElement => {
  const made = document.createElement(name)
  made.textContent = content
  return made
}

/** Adds a button to a group. */
export function offer(group: HTMLElement, label: readonly (Node | string)[], pressed: () => void): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.append(...label)
  button.addEventListener('click', pressed)
  group.append(button)
}

/** Hides header links without a target in this configuration. */
export function hideEmptyLinks(): void {
  for (const link of document.querySelectorAll<HTMLElement>('nav a'))
    link.hidden = link.getAttribute('href') === ''
}

/** Moves the focus to the first of these that is shown, if the control that had it is no longer shown. */
export function keepFocus(...ids: readonly string[]): void {
  const focused = document.activeElement
  if (focused !== null && focused !== document.body && focused.checkVisibility()) return
  ids
    .map(by)
    .find((element) => element.checkVisibility())
    ?.focus({ preventScroll: true })
}
