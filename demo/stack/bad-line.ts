// A bad line between BFF and service, for two scenes of the demo: whoever pays an amount that ends in .77 is charged on the
// terminal, but no answer about that sale ever comes back; an application whose legal name ends in "(answer lost)" is
// received, and its answer and the first look-ups of it are lost. Everything else passes as it is.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { memberOf } from '@tapboard/contract'
import { LOST_ENDING } from '../host/sign-up/scenarios.ts'
import { HOST } from './ports.ts'

/** Cents of an amount whose answers are lost. */
export const LOST_CENTS = 77
/** Answers about one lost application that never come, the one to its submission included. */
export const LOST_ANSWERS = 2
/** Lost sales and applications remembered; the oldest leave. */
const MAX_LOST = 100
/** An application is larger than an initiate; what is larger is none. */
const MAX_BODY = 262_144

/** A line that is there. */
export interface BadLine {
  /** Where the BFF calls. */
  readonly url: string
  /** Where it leads. */
  lead(serviceUrl: string): string
  close(): Promise<void>
}

/** What an exchange is about: its name here, and how many answers about it are lost if it begins so. */
export interface Subject {
  readonly name: string
  readonly loses: number
}

const nothing: Subject = { name: '', loses: 0 }
const textOf = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' ? value : ''
}

/** What a request is about. Pure. */
export function subjectOf(method: string, url: string, body: string): Subject {
  const { pathname, searchParams } = new URL(url, 'http://line')
  const operation = pathname.split('/').at(-1)?.toLowerCase()
  if (method === 'GET') return { name: searchParams.get('xExternalRequestID') ?? '', loses: 0 }
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    return nothing
  }
  const token = textOf(read, 'Token') || textOf(memberOf(read, 'signature'), 'token')
  if (operation === 'initiate') {
    const lost = Math.round(Number(memberOf(read, 'xAmount')) * 100) % 100 === LOST_CENTS
    return { name: textOf(read, 'xExternalRequestID'), loses: lost ? Infinity : 0 }
  }
  if (operation === 'submitgoapp')
    return { name: token, loses: textOf(read, 'CorporateName').endsWith(LOST_ENDING) ? LOST_ANSWERS : 0 }
  return operation === 'getapplication' ? { name: token, loses: 0 } : nothing
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MAX_BODY) throw new Error('The body is too large.')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** Opens the line on a free port. */
export async function openBadLine(): Promise<BadLine> {
  /** Name → answers that are still to be lost. */
  const lost = new Map<string, number>()
  let far: URL | null = null

  const loses = ({ name, loses: more }: Subject): boolean => {
    const left = lost.get(name) ?? more
    if (name === '' || left === 0) return false
    lost.set(name, left - 1)
    const oldest = lost.size > MAX_LOST ? lost.keys().next().value : undefined
    if (oldest !== undefined) lost.delete(oldest)
    return true
  }

  const carry = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request
    const body = await readBody(request)
    const drop = loses(subjectOf(method, url, body.toString()))
    if (far === null) return void response.destroy()
    const away = ask({ host: far.hostname, port: far.port, path: url, method, headers, agent: false })
    away.on('response', (answer) => {
      if (drop) {
        answer.resume()
        return void response.destroy()
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    away.on('error', () => response.destroy())
    response.on('close', () => away.destroy())
    away.end(body)
  }

  const server = createServer((request, response) => {
    carry(request, response).catch(() => response.destroy())
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  const url = `http://${HOST}:${address.port}`
  return {
    url,
    lead(serviceUrl) {
      far = new URL(serviceUrl)
      return url
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
