import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'
import type { TerminalPayEvent } from '@tapboard/elements'

@Component({
  selector: 'wrong-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <terminal-pay #pay (terminal-pay-settled)="settled($event)" />
    <terminal-pay (terminal-pay-setled)="settled($event)" />
    <!-- wrong -->
    <terminal-pay (terminal-pay-ready)="settled($event)" />
    <!-- wrong -->
    {{ pay.phaze }}
    <!-- wrong -->
    {{ pay.getToken(7) }}
    <!-- wrong -->
  `,
})
export class Wrong {
  settled({ detail }: TerminalPayEvent<'terminal-pay-settled'>): void {
    document.title = detail.outcome
  }
}
