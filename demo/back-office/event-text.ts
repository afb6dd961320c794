// Formats the events of `<terminal-desk>` for the log, one line each. Pure.
import type { TerminalDeskEvent } from '@tapboard/elements'

/** Narrows an event by its name. */
const is = <Name extends TerminalDeskEvent['type']>(
  event: TerminalDeskEvent,
  name: Name,
): event is TerminalDeskEvent<Name> => event.type === name

/** Formats an event without its name. */
export function describeEvent(event: TerminalDeskEvent): string {
  if (is(event, 'terminal-desk-ready')) return `${event.detail.day}, ${event.detail.openCount} open`
  if (is(event, 'terminal-desk-settled')) return `${event.detail.sale.order}: ${event.detail.outcome}`
  if (is(event, 'terminal-desk-refund'))
    return `${event.detail.order}, at most ${event.detail.remainingMinor} minor units`
  if (is(event, 'terminal-desk-refunded'))
    return `${event.detail.refund.order}: ${event.detail.refund.refund}`
  if (is(event, 'terminal-desk-error')) return `${event.detail.code}: ${event.detail.message}`
  return ''
}
