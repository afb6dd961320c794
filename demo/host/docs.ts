// The documentation over HTTP: a page for each folder of `/docs/`, and the files that the pages load.
import type { Hono } from 'hono'
import type { SiteFile } from './pages.ts'

/** Adds the pages; what is no page of the documentation is left to the routes after it. */
export function addDocs(app: Hono, site: ReadonlyMap<string, SiteFile>): void {
  app.get('/docs', (c) => c.redirect('/docs/'))
  app.get('/docs/*', async (c, next) => {
    const { path } = c.req
    if (site.has(`${path}/index.html`)) return c.redirect(`${path}/`)
    const file = path.endsWith('/') ? site.get(`${path}index.html`) : undefined
    if (file === undefined) return next()
    return c.body(file.body, 200, { 'content-type': file.type, 'cache-control': 'no-cache' })
  })
}

/** Adds every other file of the site; pages are served by their own routes. */
export function addFiles(app: Hono, site: ReadonlyMap<string, SiteFile>): void {
  app.get('*', (c) => {
    const file = site.get(c.req.path)
    if (file === undefined || file.type.startsWith('text/html')) return c.text('Not found', 404)
    return c.body(file.body, 200, {
      'content-type': file.type,
      'cache-control': c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  })
}
