// Copy buttons of code. The button shows when the browser blocks the clipboard.

const RESULT_MS = 1800

/** Makes every copy button of the page work. */
export function offerCopies(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('.copy') : null
    const label = button?.querySelector('span')
    if (!button || !label) return
    const showResult = (text: string): void => {
      label.textContent = text
      setTimeout(() => (label.textContent = 'Copy'), RESULT_MS)
    }
    navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '').then(
      () => showResult('Copied'),
      () => showResult('Not allowed'),
    )
  })
}
