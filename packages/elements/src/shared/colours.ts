// Has the colours that a page chose looked at while it is made: on a developer's own machine, or where the element has `debug`.

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

/** Looks at the colours once the element is painted; nothing is loaded where the page chose none. */
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
