// Synchronises tabs: a selected framework applies to all tabs of the page, and to the next page.

const KEY = 'tapboard-docs-tab'

const remembered = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // This browser keeps nothing: each page begins with its first tab.
  }
}

const remember = (name: string): void => {
  try {
    localStorage.setItem(KEY, name)
  } catch {
    return // As above.
  }
}

const inputs = (name: string): readonly HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>('.tabs input')].filter(({ value }) => value === name)

/** Joins the tabs of the page. */
export function joinTabs(): void {
  for (const input of inputs(remembered() ?? '')) input.checked = true
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.tabs') === null) return
    for (const input of inputs(target.value)) input.checked = true
    remember(target.value)
  })
}
