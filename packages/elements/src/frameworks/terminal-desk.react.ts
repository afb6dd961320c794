'use client'
// <terminal-desk> as a component of React 18 (and 19): properties are set as properties, events are props such as `onSettled`.
import { createComponent, type EventName } from '@lit/react'
import * as React from 'react'
import { TerminalDesk as Element } from '../terminal-desk/terminal-desk.element.ts'
import type { TerminalDeskEvent, TerminalDeskEventName } from '../terminal-desk/terminal-desk.events.ts'
import '../terminal-desk/terminal-desk.define.ts'
import type { Source, TerminalDeskProperties } from './props.ts'
import { cardOf, firstFrame, headingOf } from './first-frame.ts'
import { serverDrawn } from './server-drawn.ts'

type Of<Name extends TerminalDeskEventName> = EventName<TerminalDeskEvent<Name>>

/** Props by event; each handler gets the DOM event. */
const EVENTS = {
  onReady: 'terminal-desk-ready' as Of<'terminal-desk-ready'>,
  onSettled: 'terminal-desk-settled' as Of<'terminal-desk-settled'>,
  onRefund: 'terminal-desk-refund' as Of<'terminal-desk-refund'>,
  onRefunded: 'terminal-desk-refunded' as Of<'terminal-desk-refunded'>,
  onError: 'terminal-desk-error' as Of<'terminal-desk-error'>,
}

/** Handlers of the component's events. */
type Handlers = { [Prop in keyof typeof EVENTS]?: (event: (typeof EVENTS)[Prop]['__eventType']) => void }

/** Props of the component: those of any HTML element, the properties of `<terminal-desk>`, and its events. */
export type TerminalDeskComponentProps = Omit<
  React.HTMLAttributes<Element>,
  keyof TerminalDeskProperties | keyof Handlers
> &
  TerminalDeskProperties &
  Source &
  Handlers &
  React.RefAttributes<Element>

/** The frame while it reads the sales. */
const frameOf = (title: string): string =>
  cardOf(`<p class="row quiet"><span>&nbsp;</span></p><div class="row">${headingOf(title)}</div>`, '', 5)

/** Shows a manager the sales of a merchant; importing it registers `<terminal-desk>`. */
export const TerminalDesk: React.ForwardRefExoticComponent<TerminalDeskComponentProps> =
  /* @__PURE__ */ serverDrawn(
    /* @__PURE__ */ createComponent({
      react: React,
      tagName: 'terminal-desk',
      elementClass: Element,
      events: EVENTS,
    }),
    'TerminalDesk',
    /* @__PURE__ */ firstFrame(Element, 'Loading sales', frameOf),
  )
