// Routes of the cloud terminal API (§4.1 – §4.5) with the additions of D-05, D-16 … D-18. Request bodies have
// two dialects (D-01); the schemas describe them, `dialect.ts` reads them.
import * as z from 'zod/mini'
import { DeviceAnswer, DeviceMake, DeviceName, DeviceSerial } from './device.ts'
import type { ServiceErrorCode } from './errors.ts'
import type { Route } from './route.ts'
import { COMMANDS, ExternalId, SessionAnswer, SoftwareText } from './session.ts'

type UpstreamRoute = Route<ServiceErrorCode>

/** Amount in a request: a number or a decimal string, parsed by `readWireAmount`. */
export const WireAmount = z.union([z.number(), z.string()])

/** Body of a registration in the specification's spelling; the x-names are accepted as well. */
export const CreateDeviceBody = z.looseObject({
  deviceSerialNumber: DeviceSerial,
  deviceMake: DeviceMake,
  deviceFriendlyName: DeviceName,
})

/** Flat body of a start request. */
export const InitiateBody = z.looseObject({
  xCommand: z.enum(COMMANDS),
  xAmount: WireAmount,
  xExternalRequestID: ExternalId,
  xSoftwareName: SoftwareText,
  xSoftwareVersion: SoftwareText,
  xDeviceID: z.string(),
})

/** Wrapped body of a start request. */
export const WrappedInitiateBody = z.looseObject({
  xPayload: z.looseObject({
    xCommand: z.enum(COMMANDS),
    xAmount: WireAmount,
    xExternalRequestId: ExternalId,
    xSoftwareName: SoftwareText,
    xSoftwareVersion: SoftwareText,
  }),
  xDeviceId: z.string(),
})

/** Members of every successful answer. */
const success = { xResult: z.literal('S'), xStatus: z.literal('Success'), xRefnum: z.string() }

/** `POST /v1/Device`: registers a terminal. */
export const createDevice = {
  method: 'POST',
  path: '/v1/Device',
  auth: 'api-key',
  repeat: 'never',
  request: CreateDeviceBody,
  answers: { 201: DeviceAnswer },
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED'],
} as const satisfies UpstreamRoute

/** `GET /v1/Device`: lists the devices of the account. */
export const listDevices = {
  method: 'GET',
  path: '/v1/Device',
  auth: 'api-key',
  repeat: 'safe',
  answers: { 200: z.looseObject({ xDevices: z.array(DeviceAnswer), ...success }) },
  errors: ['UNAUTHORIZED'],
} as const satisfies UpstreamRoute

/** `GET /v1/Device/{xDeviceId}`: reads a device. */
export const getDevice = {
  method: 'GET',
  path: '/v1/Device/{xDeviceId}',
  auth: 'api-key',
  repeat: 'safe',
  answers: { 200: DeviceAnswer },
  errors: ['UNAUTHORIZED', 'DEVICE_NOT_FOUND'],
} as const satisfies UpstreamRoute

/** `PUT /v1/Device/{xDeviceId}`: changes the friendly name. */
export const renameDevice = {
  method: 'PUT',
  path: '/v1/Device/{xDeviceId}',
  auth: 'api-key',
  repeat: 'idempotent',
  request: z.looseObject({ deviceFriendlyName: DeviceName }),
  answers: { 200: DeviceAnswer },
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'DEVICE_NOT_FOUND'],
} as const satisfies UpstreamRoute

/** `DELETE /v1/Device/{xDeviceId}`: removes a device. */
export const deleteDevice = {
  method: 'DELETE',
  path: '/v1/Device/{xDeviceId}',
  auth: 'api-key',
  repeat: 'idempotent',
  answers: { 200: z.looseObject(success) },
  errors: ['UNAUTHORIZED', 'DEVICE_NOT_FOUND', 'TRANSACTION_FAILED'],
} as const satisfies UpstreamRoute

/** `POST /v1/Session/initiate`: starts a session. */
export const initiateSession = {
  method: 'POST',
  path: '/v1/Session/initiate',
  auth: 'api-key',
  repeat: 'never',
  request: z.union([InitiateBody, WrappedInitiateBody]),
  answers: { 200: SessionAnswer },
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'DEVICE_NOT_FOUND', 'TRANSACTION_FAILED'],
} as const satisfies UpstreamRoute

/** `GET /v1/Session/{xSessionId}`: reads a session; `Prefer: wait=N` waits for a change. */
export const getSession = {
  method: 'GET',
  path: '/v1/Session/{xSessionId}',
  auth: 'api-key',
  repeat: 'safe',
  answers: { 200: SessionAnswer },
  errors: ['UNAUTHORIZED', 'Session_not_found'],
} as const satisfies UpstreamRoute

/** `GET /v1/Session?xExternalRequestID=…`: finds a session. */
export const findSession = {
  method: 'GET',
  path: '/v1/Session',
  auth: 'api-key',
  repeat: 'safe',
  query: ['xExternalRequestID'],
  answers: { 200: SessionAnswer },
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'Session_not_found'],
  addition: true,
} as const satisfies UpstreamRoute

/** `POST /v1/Session/cancel` with `{xSessionId, xDeviceId}`: cancels a session. */
export const cancelSession = {
  method: 'POST',
  path: '/v1/Session/cancel',
  auth: 'api-key',
  repeat: 'idempotent',
  request: z.looseObject({ xSessionId: z.string(), xDeviceId: z.optional(z.string()) }),
  answers: { 200: SessionAnswer },
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'Session_not_found', 'TRANSACTION_FAILED'],
  addition: true,
} as const satisfies UpstreamRoute

/** `POST /payments`: starts a sale and may wait for its end. */
export const createPayment = {
  method: 'POST',
  path: '/payments',
  auth: 'api-key',
  repeat: 'never',
  request: z.looseObject({
    xCommand: z.optional(z.enum(COMMANDS)),
    xAmount: WireAmount,
    xExternalRequestID: ExternalId,
    xSoftwareName: SoftwareText,
    xSoftwareVersion: SoftwareText,
    xDeviceID: z.string(),
  }),
  answers: { 200: SessionAnswer, 202: SessionAnswer },
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'DEVICE_NOT_FOUND', 'TRANSACTION_FAILED'],
} as const satisfies UpstreamRoute

/** `POST /reportjson`: reports the transactions of an account. */
export const report = {
  method: 'POST',
  path: '/reportjson',
  auth: 'api-key',
  repeat: 'safe',
  request: z.looseObject({
    xCommand: z.enum(['Report:Transaction', 'Report:All']),
    xRefNum: z.optional(z.string()),
    xBeginDate: z.optional(z.string()),
    xEndDate: z.optional(z.string()),
    xKey: z.optional(z.string()),
  }),
  answers: {
    200: z.looseObject({ xReportData: z.array(z.looseObject({ xRefNum: z.string() })), ...success }),
  },
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED'],
} as const satisfies UpstreamRoute

/** All routes of the cloud terminal API by operation name. */
export const UPSTREAM_ROUTES = {
  createDevice,
  listDevices,
  getDevice,
  renameDevice,
  deleteDevice,
  initiateSession,
  getSession,
  findSession,
  cancelSession,
  createPayment,
  report,
} as const satisfies Record<string, UpstreamRoute>

/** Name of a route of the cloud terminal API. */
export type UpstreamRouteName = keyof typeof UPSTREAM_ROUTES
