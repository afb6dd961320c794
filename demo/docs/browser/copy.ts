// Copy buttons of code. If the browser blocks the clipboard, the button says so.

const SAID_MS = 1800

/** Makes every copy button of the page work. */
export function offerCopies(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('.copy') : null
    const label = button?.querySelector('span')
    if (!button || !label) return
    const said = (text: string): void => {
      label.textContent = text
      setTimeout(() => (label.textContent = 'Copy'), SAID_MS)
    }
    navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '').then(
      () => said('Copied'),
      () => said('Not allowed'),
    )
  })
}
