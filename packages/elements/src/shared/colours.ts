// Checks the contrast of the page's colours during development: on a developer's own machine, or if the element has `debug`.

const CHOSEN = [
  'accent',
  'on-accent',
  'text',
  'quiet',
  'surface',
  'raised',
  'field-line',
  'good',
  'bad',
  'warn',
]

/** Checks the colours after the element is painted. Loads no code if the page sets no colours. */
export function lookAtColours(element: HTMLElement & { readonly debug: boolean }): void {
  if (!element.debug && !/^(localhost|127\.|\[::1)/.test(globalThis.location?.hostname)) return
  requestAnimationFrame(() =>
    setTimeout(() => {
      const style = getComputedStyle(element)
      if (CHOSEN.some((name) => style.getPropertyValue(`--tapboard-${name}`)))
        void import('./contrast.part.ts').then(({ check }) => check(element), console.warn)
    }),
  )
}
