// A lying service on real sockets. Its devices are honest; each device names the lie in the answer to its initiate or to the
// reads of its session. It can be switched to honest answers, and counts the requests.
import { createServer, type Socket } from 'node:net'
import { writeSession, type Session } from '@tapboard/contract'
import { listen, Sockets } from '../../kit/sockets.ts'
import type { Closing } from '../../kit/scope.ts'
import { answer, json } from '../../../packages/bff/src/upstream/transport/hostile.testing.ts'

/** A JSON object of an answer. */
export type Body = Readonly<Record<string, unknown>>

/** Bytes of the answer, or an action on the connection. */
type Reply = Buffer | string | ((socket: Socket) => void)

/** Converts an honest answer to a lie. */
export type Lie = (honest: Body) => Reply

type Lying = 'nowhere' | 'initiate' | 'read'

export interface HostileService {
  readonly url: string
  lying: Lying
  /** Initiates whose whole body arrived, by device. */
  readonly initiates: ReadonlyMap<string, number>
}

/** Reference of every transaction that it approves. */
export const REFERENCE = '1000042'

const live = (deviceId: string, externalId: string): Session => ({
  sessionId: `ses_${deviceId}`,
  deviceId,
  command: 'cc:sale',
  amountMinor: 4_200,
  currency: 'USD',
  externalId,
  status: 'IN_PROGRESS',
  progress: null,
  result: null,
  custom: {},
})

const paid = (session: Session): Session => ({
  ...session,
  status: 'COMPLETED',
  result: {
    status: 'approved',
    xRefNum: REFERENCE,
    responseCode: '00',
    approvalCode: 'A1B2C3',
    message: null,
    completedAtMs: Date.UTC(2026, 0, 31, 10, 15),
    card: { brand: 'Visa', lastFour: '4242', entry: 'tap' },
  },
})

const device = (deviceId: string): Body => ({
  deviceId,
  deviceSerialNumber: deviceId,
  deviceMake: 'A920',
  deviceFriendlyName: deviceId,
  status: 'CONNECTED',
})

/** Starts a service that ends with the test; a device without a lie is honest. */
export async function openHostileService(
  context: Closing,
  lieOf: (deviceId: string) => Lie | undefined,
): Promise<HostileService> {
  const sockets = new Sockets()
  const externalIds = new Map<string, string>()
  const initiates = new Map<string, number>()
  const service = { url: '', lying: 'nowhere' as Lying, initiates }

  const reply = (deviceId: string, at: Lying, honest: Body): Reply =>
    (service.lying === at ? lieOf(deviceId)?.(honest) : undefined) ?? json(honest)
  const respond = (request: string): Reply => {
    const [, method = '', path = ''] = /^(\w+) (\S+) /.exec(request) ?? []
    const id = decodeURIComponent(path.split('/').at(-1) ?? '')
    if (method === 'GET' && path.startsWith('/v1/Device/')) return json(device(id))
    if (method === 'POST' && path === '/v1/Session/initiate') {
      const order = JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)) as Record<string, string>
      const deviceId = order['xDeviceID'] ?? ''
      initiates.set(deviceId, (initiates.get(deviceId) ?? 0) + 1)
      externalIds.set(deviceId, order['xExternalRequestID'] ?? '')
      return reply(
        deviceId,
        'initiate',
        writeSession(live(deviceId, externalIds.get(deviceId) ?? ''), 'call_1'),
      )
    }
    const deviceId = id.replace(/^ses_/, '')
    const session = paid(live(deviceId, externalIds.get(deviceId) ?? ''))
    if (method === 'GET' && path.startsWith('/v1/Session/ses_'))
      return reply(deviceId, 'read', writeSession(session, 'call_2'))
    return answer('404 Not Found', '{"error":{"code":"Session_not_found","message":""}}')
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
      if (text.length < head + 4 + length) return
      const bytes = respond(text)
      text = ''
      if (typeof bytes === 'function') bytes(socket)
      else socket.end(bytes)
    })
  })
  service.url = await listen(server)
  context.after(() => sockets.close(server))
  return service
}
