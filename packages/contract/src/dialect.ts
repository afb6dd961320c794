// The two spellings of every member of the cloud terminal API (D-01): the specification's (`deviceId`) and
// the x-names of existing clients (`xDeviceId`). Names are case-insensitive; a repeated name must have one
// value (D-06).

/** Spelling of a request: `spec` = flat body, `x` = wrapped body. */
export type Dialect = 'spec' | 'x'

/** Spellings by member, the specification's first. */
export const SPELLINGS = {
  deviceId: ['deviceId', 'xDeviceId'],
  deviceSerialNumber: ['deviceSerialNumber', 'xDeviceSerialNumber'],
  deviceMake: ['deviceMake', 'xDeviceMake'],
  deviceFriendlyName: ['deviceFriendlyName', 'xDeviceFriendlyName'],
  deviceStatus: ['status', 'xDeviceStatus'],
  sessionId: ['sessionId', 'xSessionId'],
  sessionStatus: ['status', 'xSessionStatus'],
  command: ['xCommand', 'transactionType'],
  amount: ['xAmount', 'amount'],
  currency: ['currency', 'xCurrency'],
  externalId: ['xExternalRequestID', 'xExternalRequestId'],
  softwareName: ['xSoftwareName'],
  softwareVersion: ['xSoftwareVersion'],
  refNum: ['xRefNum'],
  responseCode: ['responseCode', 'xResponseCode'],
  approvalCode: ['approvalCode', 'xAuthCode'],
  date: ['Date', 'xEnteredDate'],
  gatewayReference: ['xGatewayRefnum'],
  gatewayStatus: ['xGatewayStatus'],
  authAmount: ['xAuthAmount'],
  transactionResult: ['transactionResult', 'xTransactionResult'],
  progress: ['xProgress'],
  beginDate: ['xBeginDate'],
  endDate: ['xEndDate'],
  key: ['xKey'],
} as const satisfies Record<string, readonly string[]>

/** Internal name of a member. */
export type Member = keyof typeof SPELLINGS

/** The requested members of a body, or the name that occurs with different values. */
export type MembersResult<M extends Member> =
  | { readonly ok: true; readonly members: { readonly [K in M]?: unknown } }
  | { readonly ok: false; readonly name: string; readonly member: M }

/** Whether two values are equal as JSON. */
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Whether two forms of an amount (`42` and `"42.00"`) are equal. */
const sameAmount = (a: unknown, b: unknown): boolean =>
  same(a, b) ||
  ((typeof a === 'number' || typeof a === 'string') &&
    (typeof b === 'number' || typeof b === 'string') &&
    // `Number` reads a blank text as 0.
    [a, b].every((one) => String(one).trim() !== '') &&
    Number(a) === Number(b))

/**
 * Reads members of a body in either spelling, case-insensitive. Null counts as absent. A member with
 * different values is an error for a request and a contradiction for an answer.
 */
export function readMembers<M extends Member>(
  body: Readonly<Record<string, unknown>>,
  names: readonly M[],
): MembersResult<M> {
  const found: { [K in M]?: unknown } = {}
  for (const member of names) {
    const spellings = SPELLINGS[member].map((name) => name.toLowerCase())
    for (const [name, value] of Object.entries(body)) {
      if (value === null || value === undefined || !spellings.includes(name.toLowerCase())) continue
      const equal = member === 'amount' ? sameAmount : same
      if (member in found && !equal(found[member], value)) return { ok: false, name, member }
      if (!(member in found)) found[member] = value
    }
  }
  return { ok: true, members: found }
}
