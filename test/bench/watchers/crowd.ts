// Many watchers of one sale. Each has a socket of its own and reads the BFF's event stream as a page does, with its own DPoP
// proof (RFC 9449).
import { createHash, randomUUID } from 'node:crypto'
import { Agent, get, type IncomingMessage } from 'node:http'
import { Sale, SaleFrame } from '@tapboard/contract'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import type { BenchStack } from '../stack/stack.ts'

/** One page's key and token, used for everything a crowd asks. */
export interface Pass {
  /** Headers that authorise one request. */
  headers(method: string, path: string): Promise<Record<string, string>>
}

/** Gets a token for an order. */
export async function openPass(stack: BenchStack, origin: string, order: string): Promise<Pass> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const jwk = { kty, crv, x, y } as JWK
  const { token, nonce } = await stack.mint({ order, jkt: await calculateJwkThumbprint(jwk) })
  const ath = createHash('sha256').update(token).digest('base64url')
  return {
    async headers(method, path) {
      const claims = { jti: randomUUID(), htm: method, htu: `${stack.bffUrl}${path}`, ath, nonce }
      const proof = new SignJWT(claims)
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
        .setIssuedAt()
      return { origin, authorization: `DPoP ${token}`, dpop: await proof.sign(privateKey) }
    },
  }
}

/** Starts a sale of 42.00 as the element does. */
export async function startSale(
  stack: BenchStack,
  pass: Pass,
  order: string,
  deviceId: string,
): Promise<string> {
  const answer = await fetch(`${stack.bffUrl}/v1/sales`, {
    method: 'POST',
    headers: {
      ...(await pass.headers('POST', '/v1/sales')),
      'content-type': 'application/json',
      'idempotency-key': createHash('sha256').update(`${order}|1`).digest('base64url'),
    },
    body: JSON.stringify({ order, attempt: 1, amountMinor: 4200, currency: 'USD', deviceId }),
  })
  if (answer.status !== 201)
    throw new Error(`the sale was not started: ${answer.status} ${await answer.text()}`)
  return Sale.parse(await answer.json()).id
}

/** Watchers that are watching. */
export interface Crowd {
  /** Resolves with when each watcher read the approval, on the clock of `performance.now()`. */
  readonly approvals: Promise<readonly number[]>
  /** Events that all watchers read, snapshots not counted. */
  readonly events: () => number
  leave(): void
}

/** Streams that are opened at the same time. A limit keeps the opening itself from overloading the server. */
const OPENING_AT_ONCE = 50

/** The callbacks of one watcher. */
interface Ears {
  opened(): void
  event(frame: SaleFrame): void
  lost(reason: Error): void
}

function listen(response: IncomingMessage, ears: Ears): void {
  if (response.statusCode !== 200) {
    response.resume()
    return ears.lost(new Error(`a stream was answered ${response.statusCode}`))
  }
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const type = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (type === 'snapshot') ears.opened()
      else if (type === 'sale' && data !== undefined) ears.event(SaleFrame.parse(JSON.parse(data)))
    }
  })
  response.on('error', ears.lost)
}

/** Opens `count` streams of a sale; resolves when every one has its snapshot. */
export async function gather(stack: BenchStack, pass: Pass, saleId: string, count: number): Promise<Crowd> {
  const path = `/v1/sales/${saleId}/events`
  const agent = new Agent({ maxSockets: Infinity })
  const approvals: number[] = []
  let events = 0
  let everyone = (_times: readonly number[]): void => {}
  let broken = (_reason: Error): void => {}
  const done = new Promise<readonly number[]>((resolve, reject) => {
    everyone = resolve
    broken = reject
  })
  const watch = async (): Promise<void> => {
    const headers = await pass.headers('GET', path)
    await new Promise<void>((resolve, reject) => {
      const lost = (reason: Error): void => {
        reject(reason)
        broken(reason)
      }
      const ears: Ears = {
        opened: resolve,
        event: ({ type }) => {
          events += 1
          if (type === 'approved' && approvals.push(performance.now()) === count) everyone(approvals)
        },
        lost,
      }
      const request = get(`${stack.bffUrl}${path}`, {
        agent,
        headers: { ...headers, accept: 'text/event-stream' },
      })
      request.on('response', (response) => listen(response, ears))
      request.on('error', lost)
    })
  }
  // Callers that await the promise get the failure. Others do not await it, and their rejection is ignored.
  done.catch(() => {})
  let left = count
  const opener = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await watch()
    }
  }
  await Promise.all(Array.from({ length: Math.min(OPENING_AT_ONCE, count) }, opener))
  return { approvals: done, events: () => events, leave: () => agent.destroy() }
}
