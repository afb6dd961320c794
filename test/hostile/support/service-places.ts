// The operations of the service that take a JSON body, one place each: the cloud terminal API and the boarding API.
import assert from 'node:assert/strict'
import { boarding, cleanText, ServiceErrorBody, upstream } from '@tapboard/contract'
import { ANY_TOKEN, llcValues } from '../../../packages/service/src/testing.ts'
import { bodyInit, type Apis } from './apis.ts'
import { assertPlainJson, type Judged, type Place } from './place.ts'
import type { Json } from './schema.ts'

type TerminalOperations =
  | 'createDevice'
  | 'renameDevice'
  | 'initiateSession'
  | 'cancelSession'
  | 'createPayment'
  | 'report'

/** Asserts that an answer is one of the cloud terminal API. */
async function judgeTerminal(response: Response): Promise<Judged> {
  const body = await assertPlainJson(response)
  const { status } = response
  if (status < 400) return { status, body, detail: '' }
  const { error } = ServiceErrorBody.parse(body)
  assert.match(error.message, /.{8,}\.$/s)
  return { status, body, detail: error.message }
}

/** Asserts that an answer is one of the boarding API. */
async function judgeBoarding(response: Response): Promise<Judged> {
  const body = await assertPlainJson(response)
  const { status } = response
  if (status < 400) return { status, body, detail: '' }
  // Names are spelled as the request spelled its key.
  const text = JSON.stringify(body).replaceAll(
    /"([a-z])(\w*)":/g,
    (_, first: string, rest: string) => `"${first.toUpperCase()}${rest}":`,
  )
  const { Error: error } = boarding.BoardingErrorBody.parse(JSON.parse(text))
  assert.ok(error.ErrorMessages.length > 0)
  for (const message of error.ErrorMessages) assert.match(message, /.{8,}\.$/s)
  return { status, body, detail: error.ErrorMessages.join(' ') }
}

/** All places of the service. */
export async function servicePlaces(apis: Apis): Promise<readonly Place[]> {
  const { service, partner, tillKey } = apis
  let used = 0
  const send =
    (path: string, method = 'POST') =>
    (body: string | Uint8Array) =>
      service.fetch(
        new Request(`http://service.test${path}`, {
          method,
          headers: { authorization: tillKey, 'content-type': 'application/json' },
          ...bodyInit(body),
        }),
      )
  const read = async (path: string): Promise<Json> => {
    const headers = { authorization: tillKey }
    return (await judgeTerminal(await service.fetch(new Request(`http://service.test${path}`, { headers }))))
      .body
  }
  const terminal = (name: TerminalOperations, rest: Omit<Place, 'name' | 'schema' | 'judge'>): Place => ({
    name,
    schema: upstream.UPSTREAM_ROUTES[name].request,
    judge: judgeTerminal,
    ...rest,
  })
  const board = (
    name: boarding.BoardingRouteName,
    rest: Omit<Place, 'name' | 'schema' | 'judge' | 'send'>,
  ): Place => ({
    name,
    schema: boarding.BOARDING_ROUTES[name].request,
    judge: judgeBoarding,
    send: send(`/boarding${boarding.BOARDING_ROUTES[name].path}`),
    ...rest,
  })

  const deviceId = await apis.connected()
  const payload = { xCommand: 'cc:sale', xAmount: '42.00', xSoftwareName: 'Till', xSoftwareVersion: '1.0' }
  const custom = { xInvoice: 'I-1', xDescription: 'Repair', xCustom01: 'Counter' }
  const flat = { ...payload, xExternalRequestID: 'ext_1', xDeviceID: deviceId }
  /** The device of the next session: one with a live session would refuse it. */
  let device = deviceId
  const renewed = (body: Json): Json => {
    const id = `ext_${(used += 1)}`
    const wrapped = body['xPayload'] as Json | undefined
    return wrapped === undefined
      ? { ...body, xDeviceID: device, xExternalRequestID: id }
      : { ...body, xDeviceId: device, xPayload: { ...wrapped, xExternalRequestId: id } }
  }
  const session = {
    renew: renewed,
    kept: ['xExternalRequestID', 'xExternalRequestId', ...Object.keys(custom)],
    extra: Object.keys(custom),
    readBack: async (_sent: Json, { sessionId }: Json) => {
      const back = await read(`/v1/Session/${String(sessionId)}`)
      device = await apis.connected()
      return back
    },
  }

  const application = (): Json => partner.submission(llcValues(), ANY_TOKEN, { key: partner.testKey })
  return [
    terminal('createDevice', {
      goods: [{ deviceSerialNumber: 'S-1', deviceMake: 'A920', deviceFriendlyName: 'Front' }],
      renew: (body) => ({ ...body, deviceSerialNumber: `S-${(used += 1)}` }),
      send: send('/v1/Device'),
      kept: ['deviceSerialNumber', 'deviceFriendlyName'],
      cleaned: (text) => text.trim(),
      readBack: (_sent, { deviceId: made }) => read(`/v1/Device/${String(made)}`),
    }),
    terminal('renameDevice', {
      goods: [{ deviceFriendlyName: 'Back' }],
      send: send(`/v1/Device/${deviceId}`, 'PUT'),
      kept: ['deviceFriendlyName'],
      cleaned: (text) => text.trim(),
      readBack: () => read(`/v1/Device/${deviceId}`),
    }),
    terminal('initiateSession', {
      goods: [
        { ...flat, ...custom },
        { xPayload: { ...payload, xExternalRequestId: 'ext_2' }, xDeviceId: deviceId },
      ],
      send: send('/v1/Session/initiate'),
      ...session,
    }),
    terminal('cancelSession', {
      goods: [{ xSessionId: `ses_${'a'.repeat(26)}`, xDeviceId: deviceId }],
      send: send('/v1/Session/cancel'),
      kept: [],
    }),
    terminal('createPayment', {
      goods: [{ ...flat, ...custom, xExternalRequestID: 'ext_3' }],
      send: send('/payments'),
      ...session,
    }),
    terminal('report', {
      goods: [
        {
          xCommand: 'Report:Transaction',
          xRefNum: 'ref_1',
          xBeginDate: '2026-11-01',
          xEndDate: '2026-11-22',
          xKey: tillKey,
        },
      ],
      send: send('/reportjson'),
      kept: [],
    }),
    board('getTiers', { goods: [{ ApiKey: partner.testKey }], kept: [] }),
    board('getTierNames', { goods: [{ ApiKey: partner.testKey }], kept: [] }),
    board('submitGoApp', {
      goods: [
        { ...application(), AgentName: 'Bo', AgentEmail: 'bo@shop.example', Token: await partner.agree() },
      ],
      renew: (body) => ({ ...body, TaxId: `58${String((used += 1)).padStart(7, '1')}`, Token: ANY_TOKEN }),
      kept: ['CorporateName', 'DBAName'],
      cleaned: cleanText,
      readBack: (_sent, { AppId }) => service.boarding.applications.find(String(AppId)),
    }),
    board('agreement', {
      goods: [
        {
          ApiKey: partner.testKey,
          TierName: 'Standard',
          Locale: 'en',
          Acceptance: {
            ...(await partner.acceptance('Standard', 'Harbor Cycle Repair LLC', partner.testKey)),
            Evidence: { Note: 'x' },
          },
        },
      ],
      kept: [],
    }),
    board('getApplication', {
      goods: [{ ApiKey: partner.testKey, AppId: 'app_1', Token: 'trm_1' }],
      kept: [],
    }),
  ]
}
