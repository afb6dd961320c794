// The two spellings of every member name of the cloud terminal API (D-01): the specification's (`deviceId`) and the
// field's x-names (`xDeviceId`). Names are compared without case; a name given twice must have one value (D-06).

/** Which spelling a client sends: `spec` = flat body of §4.3, `x` = wrapped body of D-06. */
export type Dialect = 'spec' | 'x'

/** Member → its spellings, the specification's first. */
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
  invoice: ['xInvoice'],
  description: ['xDescription'],
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

/** A member of either dialect, by its one name inside Tapboard. */
export type Member = keyof typeof SPELLINGS

/** What a body holds under the asked members, or the name that is given twice with different values. */
export type MembersResult<M extends Member> =
  | { readonly ok: true; readonly members: { readonly [K in M]?: unknown } }
  | { readonly ok: false; readonly name: string; readonly member: M }

/** Same value for our purpose: equal JSON, with `42` and `"42.00"` told apart by the caller where it matters. */
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Two spellings of an amount may differ in form (`42` and `"42.00"`) and still say the same. */
const sameAmount = (a: unknown, b: unknown): boolean =>
  same(a, b) ||
  ((typeof a === 'number' || typeof a === 'string') &&
    (typeof b === 'number' || typeof b === 'string') &&
    String(a) !== '' &&
    Number(a) === Number(b))

/**
 * Reads the asked members of a body in either spelling, without case. Null counts as absent. Given twice with
 * different values: refused (D-06); a reader of answers treats that as a contradiction (D-12).
 */
export function readMembers<M extends Member>(
  body: Readonly<Record<string, unknown>>,
  asked: readonly M[],
): MembersResult<M> {
  const found: { [K in M]?: unknown } = {}
  for (const member of asked) {
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

/** The `xCustom01` … `xCustom20` members of a body, kept and returned to reports untouched (D-06). */
export function readCustom(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const custom: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const match = /^xcustom(0[1-9]|1\d|20)$/i.exec(name)
    if (match) custom[`xCustom${match[1]}`] = value
  }
  return custom
}
