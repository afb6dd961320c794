// The server of a shop that uses an app: its built files, and the token endpoint that every shop implements.
import { createServer } from 'node:http'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { TokenGrant } from '@tapboard/contract'
import { requestToken } from '../../demo/host/tokens.ts'
import { listen } from '../kit/sockets.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The shop's address of its BFF, and the order it sells. */
export interface Trade {
  readonly bffUrl: string
  readonly hostSecret: string
  /** The terminal that its pages may use. */
  readonly device: string
}

type Answer = (request: Request) => Promise<Response>

/** A page of its own beside the files. */
export interface OwnPage {
  readonly html: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A shop's address, known before its app is built. */
export interface Site {
  readonly url: string
  /** Serves these files, these pages by path, and the token endpoint `POST /api/token`. */
  serve(folder: string, trade: Trade, pages?: Readonly<Record<string, OwnPage>>): void
  close(): void
}

/** The members of a wish that the pages of the apps send. */
type Wish = Readonly<Record<'kind' | 'jkt' | 'order' | 'sale' | 'amount' | 'refund', string>>

/** The grant of a wish. Every visitor of this back office counts as the manager. */
function grantOf(
  { kind, jkt, order, sale, amount, refund }: Wish,
  origin: string,
  device: string,
): TokenGrant {
  const bound = { origin, jkt }
  const terms = { order, currency: 'USD' as const, devices: [device], ...bound }
  if (kind === 'apply') return { kind, applicant: order, ...bound }
  if (kind === 'desk') return { kind, person: 'mia', rights: ['view', 'resolve', 'refund'], ...bound }
  if (kind === 'refund') return { kind, sale, amount, refund, person: 'mia', ...terms }
  return { kind: 'sale', amount: '42.00', ...terms }
}

async function file(folder: string, pathname: string): Promise<Response> {
  const wanted = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname))
  if (!existsSync(wanted)) return new Response('Not found', { status: 404 })
  const type = TYPES[extname(wanted)] ?? 'application/octet-stream'
  // Scripts may be loaded by a frame without an origin.
  const headers = { 'content-type': type, 'access-control-allow-origin': '*' }
  return new Response(await readFile(wanted), { headers })
}

/** Opens a site on a port of its own. */
export async function openSite(): Promise<Site> {
  let now: Answer = () => Promise.resolve(new Response('Not built yet', { status: 503 }))
  const listener = getRequestListener((request) => now(request), { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  const url = await listen(server)
  return {
    url,
    serve(folder, { bffUrl, hostSecret, device }, pages = {}) {
      now = async (request) => {
        const { pathname } = new URL(request.url)
        if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
        const { html, headers = {} } = pages[pathname] ?? {}
        if (html !== undefined)
          return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
        if (pathname !== '/api/token') return file(folder, pathname)
        const grant = grantOf((await request.json()) as Wish, url, device)
        const answer = await requestToken({ bffUrl, secret: hostSecret, fetch }, grant)
        return answer.ok ? Response.json(answer.minted) : Response.json(answer, { status: 503 })
      }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
