// Serves the page of the dashboard: one document for all its addresses, and files whose names contain a hash. A strict
// policy: no script, style or request of another origin, and no text becomes markup.
import { DASHBOARD_PATH } from '@tapboard/contract/dashboard'
import { ANSWER_HEADERS } from '../http/answer.ts'

/** A file of the page. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** Reads a file of the built page by its path below `/dashboard/`; `null` for an unknown path. */
export type ReadPageFile = (path: string) => Promise<PageFile | null>

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

const HEADERS = {
  ...ANSWER_HEADERS,
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Files with a hash in their names never change. */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }

const NOT_BUILT =
  'The dashboard is not built here. "npm run build" builds it; the published package contains it.\n'

const text = (status: number, body: string): Response =>
  new Response(body, { status, headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' } })

/** Whether a path names a built file; every other path is an address of the page. */
const isAsset = (path: string): boolean => /^(assets\/[\w.-]+|favicon\.svg)$/.test(path)

/** Answers a request for the page. `pathname` begins with `/dashboard`. */
export async function pageResponse(read: ReadPageFile, pathname: string): Promise<Response> {
  const path = pathname.slice(DASHBOARD_PATH.length + 1)
  if (isAsset(path)) {
    const file = await read(path)
    if (file === null) return text(404, 'There is no such file.\n')
    const cache = path.startsWith('assets/') ? FOREVER : {}
    return new Response(file.body, { headers: { ...HEADERS, ...cache, 'content-type': file.type } })
  }
  const page = await read('index.html')
  if (page === null) return text(404, NOT_BUILT)
  return new Response(page.body, { headers: { ...HEADERS, 'content-type': page.type } })
}
