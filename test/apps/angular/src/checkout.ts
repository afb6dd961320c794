import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import type { GetToken, TerminalPayEvent } from '@tapboard/elements'

@Component({
  selector: 'shop-checkout',
  // Angular knows no custom element by itself.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Checkout</h1>
      <terminal-pay
        [bffUrl]="bffUrl"
        [getToken]="getToken"
        [strings]="{ done: 'Next customer' }"
        (terminal-pay-settled)="settled($event)"
      />
      <p role="status">{{ result() }}</p>
    </main>
  `,
})
export class Checkout {
  readonly bffUrl: string = import.meta.env.VITE_BFF_URL
  readonly result = signal('')

  readonly getToken: GetToken = async ({ kind, jkt }) => {
    const answer = await fetch('/api/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind, jkt, order: new URLSearchParams(location.search).get('order') }),
    })
    if (!answer.ok) throw new Error('No token')
    return answer.json()
  }

  settled({ detail }: TerminalPayEvent<'terminal-pay-settled'>): void {
    this.result.set(`${detail.outcome}: ${detail.sale.reference}`)
  }
}
