// Formats the events of `<terminal-pay>` for the log, one line each. Pure.
import type { TerminalPayEvent } from '@tapboard/elements'
import type { Sale } from '@tapboard/contract'

/** Formats a sale in one line. */
export const describeSale = ({ state, reason, phase, version }: Sale): string =>
  [
    `#${version}`,
    state === 'started' ? `${state}: ${phase.replace('_', ' ')}` : state.replace('_', ' '),
    ...(reason === null ? [] : [`(${reason.replaceAll(/[_-]/g, ' ')})`]),
  ].join(' ')

const is = <Name extends TerminalPayEvent['type']>(
  event: TerminalPayEvent,
  name: Name,
): event is TerminalPayEvent<Name> => event.type === name

/** Formats an event without its name. */
export function describeEvent(event: TerminalPayEvent): string {
  if (is(event, 'terminal-pay-ready'))
    return `${event.detail.devices.length} terminals${event.detail.sale === null ? '' : `, sale ${describeSale(event.detail.sale)}`}`
  if (is(event, 'terminal-pay-device-change'))
    return `${event.detail.device.name}, ${event.detail.device.status.toLowerCase()}`
  if (is(event, 'terminal-pay-start')) return `${event.detail.order}, attempt ${event.detail.attempt}`
  if (is(event, 'terminal-pay-progress')) return describeSale(event.detail.sale)
  if (is(event, 'terminal-pay-settled'))
    return [
      event.detail.outcome.replace('_', ' '),
      event.detail.by === 'person' ? 'by a person' : null,
      event.detail.sale.reference,
      event.detail.sale.approvalCode,
    ]
      .filter((part) => part !== null)
      .join(' · ')
  if (is(event, 'terminal-pay-done') || is(event, 'terminal-pay-close'))
    return describeSale(event.detail.sale)
  if (is(event, 'terminal-pay-error')) return `${event.detail.code}: ${event.detail.message}`
  return ''
}
