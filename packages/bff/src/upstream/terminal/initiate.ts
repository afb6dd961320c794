// Writes the body of an initiate in both dialects (§4.3 flat, D-06 wrapped). Pure: the same order gives the same bytes, so
// a repeat, if the upstream allows one, is byte-identical (INV-4).
import { wireDecimal, wireNumber, type Currency, type Dialect } from '@tapboard/contract'

/** The charge to initiate, and its terminal. */
export interface InitiateOrder {
  /** Our `xExternalRequestID`. */
  readonly externalId: string
  readonly deviceId: string
  /** Integer minor units. */
  readonly amountMinor: number
  readonly currency: Currency
}

/** Name and version of the calling software (§4.3). */
export interface Software {
  readonly name: string
  readonly version: string
}

/** Returns the JSON text of an initiate; `null` if the wire format cannot express the amount (third decimal not 0). */
export function writeInitiate(order: InitiateOrder, dialect: Dialect, software: Software): string | null {
  const { amountMinor, currency, deviceId, externalId } = order
  const number = wireNumber(amountMinor, currency)
  const decimal = wireDecimal(amountMinor, currency)
  if (number === null || decimal === null) return null
  if (dialect === 'spec')
    return JSON.stringify({
      xCommand: 'cc:sale',
      xAmount: number,
      xExternalRequestID: externalId,
      xSoftwareName: software.name,
      xSoftwareVersion: software.version,
      xDeviceID: deviceId,
    })
  return JSON.stringify({
    xPayload: {
      xCommand: 'cc:sale',
      xAmount: decimal,
      xExternalRequestId: externalId,
      xSoftwareName: software.name,
      xSoftwareVersion: software.version,
    },
    xDeviceId: deviceId,
  })
}
