// Outbound requests with a span each and the header `traceparent`: to the processors of the operator, and webhooks to partners.
import { serverOf, traceHeaders, type Tracing } from '@tapboard/server'
import type { CreateOutbound, Outbound } from './outbound-port.ts'

const traceOutbound = (outbound: Outbound, tracing: Tracing): Outbound => ({
  send(request) {
    const attributes = { 'http.request.method': request.method, ...serverOf(request.url) }
    return tracing.run({ name: request.method, kind: 'client', attributes }, async (span) => {
      const headers = { ...request.headers, ...traceHeaders(tracing) }
      const result = await outbound.send({ ...request, headers })
      if (result.ok) span.set({ 'http.response.status_code': result.status })
      if (!result.ok) span.fail(result.code)
      else if (result.status >= 400) span.fail(String(result.status))
      return result
    })
  },
  close: () => outbound.close(),
})

/** The requests that `create` makes, traced; unchanged without OpenTelemetry. */
export const tracedOutbound = (create: CreateOutbound, tracing: Tracing | null): CreateOutbound =>
  tracing === null ? create : (clock, rules) => traceOutbound(create(clock, rules), tracing)
