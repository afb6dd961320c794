'use client'
// <merchant-apply> as a component of React 18 (and 19): properties are set as properties, events are props such as `onSubmitted`.
import { createComponent, type EventName } from '@lit/react'
import * as React from 'react'
import { MerchantApply as Element } from '../merchant-apply/merchant-apply.element.ts'
import type { MerchantApplyEvent, MerchantApplyEventName } from '../merchant-apply/merchant-apply.events.ts'
import '../merchant-apply/merchant-apply.define.ts'
import type { Source, MerchantApplyProperties } from './props.ts'
import { serverDrawn } from './server-drawn.ts'

type Of<Name extends MerchantApplyEventName> = EventName<MerchantApplyEvent<Name>>

/** Props by event; each handler gets the DOM event. `onSubmit` is the application's, not that of the form within. */
const EVENTS = {
  onReady: 'merchant-apply-ready' as Of<'merchant-apply-ready'>,
  onStep: 'merchant-apply-step' as Of<'merchant-apply-step'>,
  onDraftSaved: 'merchant-apply-draft-saved' as Of<'merchant-apply-draft-saved'>,
  onSubmit: 'merchant-apply-submit' as Of<'merchant-apply-submit'>,
  onSubmitted: 'merchant-apply-submitted' as Of<'merchant-apply-submitted'>,
  onError: 'merchant-apply-error' as Of<'merchant-apply-error'>,
}

/** Handlers of the component's events. */
type Handlers = { [Prop in keyof typeof EVENTS]?: (event: (typeof EVENTS)[Prop]['__eventType']) => void }

/** Props of the component: those of any HTML element, the properties of `<merchant-apply>`, and its events. */
export type MerchantApplyComponentProps = Omit<
  React.HTMLAttributes<Element>,
  keyof MerchantApplyProperties | keyof Handlers
> &
  MerchantApplyProperties &
  Source &
  Handlers &
  React.RefAttributes<Element>

/** Lets a merchant apply for an account; importing it registers `<merchant-apply>`. */
export const MerchantApply: React.ForwardRefExoticComponent<MerchantApplyComponentProps> =
  /* @__PURE__ */ serverDrawn(
    /* @__PURE__ */ createComponent({
      react: React,
      tagName: 'merchant-apply',
      elementClass: Element,
      events: EVENTS,
    }),
    'MerchantApply',
  )
