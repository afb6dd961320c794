'use client'
// <terminal-pay> as a component of React 18 (and 19): properties are set as properties, events are props such as `onSettled`.
import { createComponent, type EventName } from '@lit/react'
import * as React from 'react'
import { TerminalPay as Element } from '../terminal-pay/terminal-pay.element.ts'
import type { TerminalPayEvent, TerminalPayEventName } from '../terminal-pay/terminal-pay.events.ts'
import '../terminal-pay/terminal-pay.define.ts'
import type { Source, TerminalPayProperties } from './props.ts'
import { cardOf, firstFrame, headingOf } from './first-frame.ts'
import { serverDrawn } from './server-drawn.ts'

type Of<Name extends TerminalPayEventName> = EventName<TerminalPayEvent<Name>>

/** Props by event; each handler gets the DOM event. */
const EVENTS = {
  onReady: 'terminal-pay-ready' as Of<'terminal-pay-ready'>,
  onDeviceChange: 'terminal-pay-device-change' as Of<'terminal-pay-device-change'>,
  onStart: 'terminal-pay-start' as Of<'terminal-pay-start'>,
  onProgress: 'terminal-pay-progress' as Of<'terminal-pay-progress'>,
  onSettled: 'terminal-pay-settled' as Of<'terminal-pay-settled'>,
  onDone: 'terminal-pay-done' as Of<'terminal-pay-done'>,
  onClose: 'terminal-pay-close' as Of<'terminal-pay-close'>,
  onError: 'terminal-pay-error' as Of<'terminal-pay-error'>,
}

/** Handlers of the component's events. */
type Handlers = { [Prop in keyof typeof EVENTS]?: (event: (typeof EVENTS)[Prop]['__eventType']) => void }

/** Props of the component: those of any HTML element, the properties of `<terminal-pay>`, and its events. */
export type TerminalPayComponentProps = Omit<
  React.HTMLAttributes<Element>,
  keyof TerminalPayProperties | keyof Handlers
> &
  TerminalPayProperties &
  Source &
  Handlers &
  React.RefAttributes<Element>

/** The frame while it reads the order. */
const frameOf = (title: string): string =>
  cardOf('<p class="quiet">&nbsp;</p><p class="amount" part="amount"></p>', headingOf(title), 2)

/** Takes a card-present payment on a terminal; importing it registers `<terminal-pay>`. */
export const TerminalPay: React.ForwardRefExoticComponent<TerminalPayComponentProps> =
  /* @__PURE__ */ serverDrawn(
    /* @__PURE__ */ createComponent({
      react: React,
      tagName: 'terminal-pay',
      elementClass: Element,
      events: EVENTS,
    }),
    'TerminalPay',
    /* @__PURE__ */ firstFrame(Element, 'Getting ready', frameOf),
  )
