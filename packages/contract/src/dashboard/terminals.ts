// Routes of terminals: the list with statuses, registration, names, pairing codes, removal.
import * as z from 'zod/mini'
import { DEVICE_STATUSES, DeviceMake, DeviceName, DeviceSerial } from '../device.ts'
import type { DashboardRoute } from './route.ts'

/** A terminal with its status and its last session. */
export const Terminal = z.strictObject({
  id: z.string(),
  serial: z.string(),
  model: z.string(),
  name: z.string(),
  status: z.enum(DEVICE_STATUSES),
  /** Whether a terminal has ever connected with a pairing code. */
  paired: z.boolean(),
  createdAtMs: z.number(),
  lastSession: z.nullable(z.strictObject({ id: z.string(), status: z.string(), createdAtMs: z.number() })),
})

/** A terminal with its status and its last session. */
export type Terminal = z.output<typeof Terminal>

const PairingCode = z.strictObject({ id: z.string(), pairingCode: z.string() })

const listTerminals = {
  method: 'GET',
  path: '/terminals',
  role: 'viewer',
  answer: z.strictObject({ terminals: z.array(Terminal) }),
} as const satisfies DashboardRoute

/** Registers a terminal; the answer contains its pairing code. */
const registerTerminal = {
  method: 'POST',
  path: '/terminals',
  role: 'owner',
  request: z.strictObject({ serial: DeviceSerial, model: DeviceMake, name: DeviceName }),
  answer: PairingCode,
} as const satisfies DashboardRoute

const renameTerminal = {
  method: 'PUT',
  path: '/terminals/{id}',
  role: 'owner',
  request: z.strictObject({ name: DeviceName }),
  answer: 'empty',
} as const satisfies DashboardRoute

/** Creates a new pairing code; the earlier one ends. */
const pairTerminal = {
  method: 'POST',
  path: '/terminals/{id}/code',
  role: 'owner',
  answer: PairingCode,
} as const satisfies DashboardRoute

const removeTerminal = {
  method: 'DELETE',
  path: '/terminals/{id}',
  role: 'owner',
  answer: 'empty',
} as const satisfies DashboardRoute

export const TERMINAL_ROUTES = {
  listTerminals,
  registerTerminal,
  renameTerminal,
  pairTerminal,
  removeTerminal,
} as const
