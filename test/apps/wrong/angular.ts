import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'
import type { TerminalPayEvent } from '@tapboard/elements'

@Component({
  selector: 'wrong-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <terminal-pay #pay (terminal-pay-settled)="settled($event)" />
    <terminal-pay title="wrong" (terminal-pay-setled)="settled($event)" />
    <terminal-pay title="wrong" (terminal-pay-ready)="settled($event)" />
    <p>wrong: {{ pay.phaze }}</p>
    <p>wrong: {{ pay.getToken(7) }}</p>
  `,
})
export class Mistakes {
  settled({ detail }: TerminalPayEvent<'terminal-pay-settled'>): void {
    document.title = detail.outcome
  }
}
