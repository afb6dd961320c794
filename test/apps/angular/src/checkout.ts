import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import type { TerminalPayEvent } from '@tapboard/elements'
import { tokenFrom } from '@tapboard/elements/token'

@Component({
  selector: 'shop-checkout',
  // Angular rejects unknown custom elements by default.
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

  readonly getToken = tokenFrom('/api/token', {
    body: () => ({ order: new URLSearchParams(location.search).get('order') }),
  })

  settled({ detail }: TerminalPayEvent<'terminal-pay-settled'>): void {
    this.result.set(`${detail.outcome}: ${detail.sale.reference}`)
  }
}
