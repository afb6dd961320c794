// The BFF in Fastify (`@tapboard/bff/fastify`): `await app.register(fastifyPlugin, { bff, prefix: '/tapboard' })`. Its bodies
// are read by the BFF, which bounds them itself; the parsers of the other routes stay as they are.
import type { FastifyPluginCallback } from 'fastify'
import { toNodeHandler } from '../../http/node.ts'
import { wrongMount, type Mountable } from './mount.ts'

/** Options of the plugin, beside Fastify's own `prefix`. */
export interface FastifyOptions {
  readonly bff: Mountable
}

/** A plugin that answers everything below its prefix; refuses a prefix that is not the path of publicUrl. */
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
