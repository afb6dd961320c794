// Names of the host that samples use without declaring them.
import type { IncomingMessage } from 'node:http'
import type { Bff } from '@tapboard/bff'
import type { ApplicationEvent } from '@tapboard/contract'
import type { MerchantApply, TerminalDesk, TerminalPay } from '@tapboard/elements'
import type { Service } from '@tapboard/service'
import type { Hono } from 'hono'

/** An order of the shop. */
interface SampleOrder {
  readonly id: string
  /** The host's own total, such as `42.00`. */
  readonly total: string
  readonly currency: string
  /** ID of the terminal where the customer pays. */
  readonly lane: string
}

declare global {
  function seenBefore(id: string): Promise<boolean>
  function noteApplication(event: ApplicationEvent): Promise<void>
  function findOrder(order: string): Promise<SampleOrder>
  function askTapboard(path: string): Promise<{ readonly paid: boolean }>
  function closeOrder(order: SampleOrder): Promise<void>
  function applicantOf(request: Request): Promise<string>

  const service: Service
  const bff: Bff
  const app: Hono
  const pay: TerminalPay
  const apply: MerchantApply
  const desk: TerminalDesk
}

// JavaScript samples read members of a body without a check, as `response.json()` allows.
declare module 'node:stream/consumers' {
  function json(stream: IncomingMessage): Promise<ReturnType<typeof JSON.parse>>
}
