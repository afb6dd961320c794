// Routes of the BFF to register a terminal. In a file of their own, because only a page with `setup` loads them.
import type { ProblemCode } from './problem.ts'
import type { Route } from './route.ts'
import { DeviceList, RegisterDevice, RegisteredDevice } from './setup.ts'

type WebRoute = Route<ProblemCode>

/** `GET /v1/devices`: the devices of a `setup` token. */
export const listDevices = {
  method: 'GET',
  path: '/v1/devices',
  auth: 'setup',
  repeat: 'safe',
  answers: { 200: DeviceList },
  errors: ['upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `POST /v1/devices`: registers a terminal. */
export const registerDevice = {
  method: 'POST',
  path: '/v1/devices',
  auth: 'setup',
  repeat: 'idempotent',
  request: RegisterDevice,
  answers: { 201: RegisteredDevice },
  errors: ['device-exists', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute
