// The POST that starts a session (§4.3, or §4.5): writes the body in both dialects (flat, D-06 wrapped) and sends it over its own
// connection. The same order gives the same bytes, so a repeat, if the upstream allows one, is byte-identical (INV-4).
// `classify.ts` interprets the reported exchange.
import {
  upstream,
  wireDecimal,
  wireNumber,
  type Command,
  type Currency,
  type Dialect,
} from '@tapboard/contract'
import {
  notSent,
  type OneShotSender,
  type SenderPorts,
  type SendLimits,
  type SendReport,
  type UpstreamOutbound,
} from '../transport/outbound-port.ts'

/** The charge or refund to initiate, and its terminal. */
export interface InitiateOrder {
  /** The `xExternalRequestID` of this attempt, which a look-up finds. */
  readonly externalId: string
  readonly order: string
  readonly deviceId: string
  readonly amountMinor: number
  readonly currency: Currency
  /** xRefNum of the sale that a refund pays back; `null` to charge. */
  readonly creditOf: string | null
}

/** Name and version of the calling software. */
export interface Software {
  readonly name: string
  readonly version: string
}

/** Sends an initiate over its own connection; never retries. */
export interface Sender {
  /**
   * Calls `beforeBody` after the connection opens and before the first byte of the request; `false` cancels the send
   * (`no_byte`). Never rejects.
   */
  send(order: InitiateOrder, beforeBody: () => boolean | Promise<boolean>): Promise<SendReport>
  /** Closes the sockets that wait for late answers. */
  close(): void
}

/** Longest life of a socket; the fence of the terminal includes this time. */
export const SEND_LIMITS: SendLimits = { connectMs: 3_000, answerMs: 10_000, lateMs: 50_000 }

/** The request that starts a sale: `POST /v1/Session/initiate` or `POST /payments`; both take the same body. */
export type StartRequest = 'session' | 'payments'

const PATHS: Readonly<Record<StartRequest, string>> = {
  session: upstream.initiateSession.path,
  payments: upstream.createPayment.path,
}

interface SenderConfig {
  readonly baseUrl: string
  readonly start: StartRequest
  /** Read at each request: a merchant's key can change. */
  readonly apiKey: string
  readonly dialect: Dialect
  readonly software: Software
  /** Send the order ID as `xInvoice`. Default false. */
  readonly invoice?: boolean
  /** Shorter limits for tests on real sockets. */
  readonly limits?: Partial<SendLimits>
}

/** Ports of a sender of initiates. */
export interface InitiatePorts extends SenderPorts {
  readonly outbound: Pick<UpstreamOutbound, 'oneShot'>
}

/** Sends initiates to one upstream with one key. */
export class InitiateSender implements Sender {
  readonly #config: SenderConfig
  readonly #oneShot: OneShotSender

  constructor(config: SenderConfig, ports: InitiatePorts) {
    this.#config = config
    this.#oneShot = ports.outbound.oneShot(config.baseUrl, { ...SEND_LIMITS, ...config.limits }, ports)
  }

  async send(order: InitiateOrder, beforeBody: () => boolean | Promise<boolean>): Promise<SendReport> {
    const { apiKey, dialect, software, start, invoice = false } = this.#config
    const body = writeInitiate(order, dialect, software, invoice)
    if (body === null) return notSent('the wire format cannot express the amount')
    // `POST /payments` starts sales only (D-17).
    const path = order.creditOf === null ? PATHS[start] : PATHS.session
    return this.#oneShot.send({ path, headers: { authorization: apiKey }, body }, beforeBody)
  }

  close(): void {
    this.#oneShot.close()
  }
}

/**
 * Returns the JSON text of an initiate; `null` if the wire format cannot express the amount (third decimal not 0). With `invoice`
 * it has the order ID as `xInvoice`.
 */
export function writeInitiate(
  order: InitiateOrder,
  dialect: Dialect,
  software: Software,
  invoice = false,
): string | null {
  const { amountMinor, currency, deviceId, externalId, creditOf } = order
  const number = wireNumber(amountMinor, currency)
  const decimal = wireDecimal(amountMinor, currency)
  if (number === null || decimal === null) return null
  const xCommand: Command = creditOf === null ? 'cc:sale' : 'cc:credit'
  const further = {
    ...(creditOf === null ? {} : { xRefNum: creditOf }),
    ...(invoice ? { xInvoice: order.order } : {}),
  }
  if (dialect === 'spec')
    return JSON.stringify({
      xCommand,
      xAmount: number,
      ...further,
      xExternalRequestID: externalId,
      xSoftwareName: software.name,
      xSoftwareVersion: software.version,
      xDeviceID: deviceId,
    })
  return JSON.stringify({
    xPayload: {
      xCommand,
      xAmount: decimal,
      ...further,
      xExternalRequestId: externalId,
      xSoftwareName: software.name,
      xSoftwareVersion: software.version,
    },
    xDeviceId: deviceId,
  })
}
