// Serves the site's files: one page per folder of `/docs/`, and shared files.
import type { Context, Hono } from 'hono'
import type { SiteFile } from './pages.ts'

/** Serves a file, compressed if the browser accepts it. */
function send(c: Context, { body, type, brotli }: SiteFile, cache: string): Response {
  const compressed = brotli !== undefined && /\bbr\b/.test(c.req.header('accept-encoding') ?? '')
  return c.body(compressed ? brotli : body, 200, {
    'content-type': type,
    'cache-control': cache,
    vary: 'accept-encoding',
    ...(compressed ? { 'content-encoding': 'br' } : {}),
  })
}

/** Adds the documentation's pages; other paths fall through. */
export function addDocs(app: Hono, site: ReadonlyMap<string, SiteFile>): void {
  app.get('/docs', (c) => c.redirect('/docs/'))
  app.get('/docs/*', async (c, next) => {
    const { path } = c.req
    if (site.has(`${path}/index.html`)) return c.redirect(`${path}/`)
    const file = path.endsWith('/') ? site.get(`${path}index.html`) : undefined
    if (file === undefined) return next()
    return send(c, file, 'no-cache')
  })
}

/** Adds every other file of the site; other pages have their own routes. */
export function addFiles(app: Hono, site: ReadonlyMap<string, SiteFile>): void {
  app.get('*', (c) => {
    const file = site.get(c.req.path)
    if (file === undefined || file.type.startsWith('text/html')) return c.text('Not found', 404)
    const forGood = c.req.path.startsWith('/assets/')
    return send(c, file, forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
}
