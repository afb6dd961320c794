// Notice of the static site's pages: everything runs in the browser, how to reset it, and why it cannot run.
import { offer, text } from '../../shared/dom.ts'

export interface About {
  /** Shows that the servers run. */
  show(managerPin: string, forget: () => void): void
  /** Shows a sentence instead of the page. */
  say(sentence: string): void
}

const NOTICE = 'Everything runs in this page: shop, BFF and payment service. Nothing leaves your browser.'

/** Returns the notice of this page. */
export function livesInPage(): About {
  const line = document.querySelector('.fiction') ?? document.body
  const status = text('span', '')
  status.setAttribute('role', 'status')
  line.append(' ', status)
  line.closest('scenario-bar')?.setAttribute('long-note', '')
  return {
    show(managerPin, forget) {
      status.textContent = NOTICE
      const pin = document.getElementById('manager-pin-hint')
      if (pin !== null) pin.textContent = `The PIN of this demo is ${managerPin}.`
      const group = text('span', '')
      group.className = 'anew'
      offer(group, ['Begin anew'], forget)
      line.append(' ', group)
    },
    say: (sentence) => void (status.textContent = sentence),
  }
}
