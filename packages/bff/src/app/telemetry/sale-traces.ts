// The work on a sale in the trace of the request that created it: its send, its reads, its webhooks.
import type { TraceOrigins, Tracing } from '@tapboard/server'
import type { SaleTracer } from '../../observe/sale-tracer.ts'

/** Creates the spans of the work on sales; `origins` remembers where sales were created. */
export const traceSales = (tracing: Tracing, origins: TraceOrigins): SaleTracer => ({
  created: (saleId) => origins.remember(saleId),
  follow({ id, kind }, work) {
    const start = {
      name: 'follow sale',
      kind: 'internal',
      attributes: { 'tapboard.sale.id': id, 'tapboard.sale.kind': kind },
      parent: origins.of(id),
    } as const
    return tracing.run(start, work)
  },
})
