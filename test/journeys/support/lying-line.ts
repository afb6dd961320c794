// A line that changes answers: the BFF receives the service's session with other words in it. The sessions and charges of the
// service do not change.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The replacement of an answer to `GET /v1/Session/{xSessionId}`: another body, or another status without one. */
export type Lie = (session: Readonly<Record<string, unknown>>) => object | number

/** A line on loopback. */
export interface LyingLine {
  readonly url: string
  /** From now on; `null` leaves all answers as they are. */
  tell(lie: Lie | null): void
  close(): void
}

const SESSION = /^\/v1\/Session\/(?!initiate)/
const FINAL = ['COMPLETED', 'TIMEOUT', 'ERROR', 'USER_CANCELLED', 'API_CANCELLED']
const HEADERS = ['authorization', 'content-type', 'prefer', 'if-none-match'] as const

/** Fields that only a session with a result has. */
const OF_A_RESULT =
  /^(x?responseCode|xRefNum|xGateway\w+|approvalCode|xAuth\w+|Date|xEnteredDate|xCardType|xMaskedCardNumber|xEntryMethod|x?transactionResult)$/i

/** A session that ended otherwise is reported as timed out without a card. */
export const TIMED_OUT: Lie = (session) => {
  if (!FINAL.includes(String(session['status']))) return session
  const kept = Object.entries(session).filter(([name]) => name === 'xRefnum' || !OF_A_RESULT.test(name))
  return { ...Object.fromEntries(kept), status: 'TIMEOUT', xSessionStatus: 'TIMEOUT' }
}

/** Opens a line to the service. */
export async function openLyingLine(serviceUrl: string): Promise<LyingLine> {
  let told: Lie | null = null
  const carry = async (request: IncomingMessage): Promise<Response> => {
    const { method = 'GET', url = '/' } = request
    const headers = new Headers()
    for (const name of HEADERS) {
      const value = request.headers[name]
      if (typeof value === 'string' && (told === null || name !== 'if-none-match')) headers.set(name, value)
    }
    const body = await buffer(request)
    const answer = await fetch(`${serviceUrl}${url}`, { method, headers, ...(body.length > 0 && { body }) })
    if (told === null || method !== 'GET' || !SESSION.test(url) || answer.status !== 200) return answer
    const said = told((await answer.json()) as Record<string, unknown>)
    return typeof said === 'number' ? new Response(null, { status: said }) : Response.json(said)
  }
  const server = createServer((request, response) => {
    carry(request).then(
      async (answer) => {
        const etag = answer.headers.get('etag')
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/json',
          ...(etag !== null && { etag }),
        })
        response.end(Buffer.from(await answer.arrayBuffer()))
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    tell: (lie) => void (told = lie),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
