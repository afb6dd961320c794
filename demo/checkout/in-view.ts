// Scrolls the payment of a page with one column into view. Beside the terminal it is in view anyway.

/** Checks whether the terminal is below the payment, as on a phone. */
export const isOneColumn = (): boolean => !matchMedia('(min-width: 720px)').matches

/** Scrolls the start of the payment below the text of the scene, which stays in view. */
export function showPayment(pay: HTMLElement): void {
  const bar = document.querySelector<HTMLElement>('.scenes')
  // The row of the scenes scrolls away: the bar is above the view by that much.
  const shown = bar === null ? 0 : bar.offsetHeight + parseFloat(getComputedStyle(bar).top)
  pay.style.scrollMarginBlockStart = `${shown}px`
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  pay.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
}
