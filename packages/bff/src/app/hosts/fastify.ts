// The BFF in Fastify (`@tapboard/bff/fastify`): `await app.register(fastifyPlugin, { bff, prefix: '/tapboard' })`. The
// BFF reads and limits the bodies of its routes; the parsers of other routes are unchanged.
import type { FastifyPluginCallback } from 'fastify'
import { toNodeHandler } from '../../http/node.ts'
import { wrongMount, type Mountable } from './mount.ts'

/** Options of the plugin, beside Fastify's own `prefix`. */
export interface FastifyOptions {
  readonly bff: Mountable
}

/** A plugin that answers all requests below its prefix; rejects a prefix other than the path of publicUrl. */
export const fastifyPlugin: FastifyPluginCallback<FastifyOptions> = (app, { bff }, done) => {
  const wrong = wrongMount(bff.publicUrl, app.prefix)
  if (wrong !== null) return done(new Error(wrong))
  const handle = toNodeHandler(bff)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
  app.all('/*', (request, reply) => {
    reply.hijack()
    handle(request.raw, reply.raw)
  })
  done()
}
