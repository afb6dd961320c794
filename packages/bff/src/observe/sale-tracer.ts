// Port for the traces of sales: the work on a sale belongs to the trace of the request that created it.
import type { SaleKind } from '@tapboard/contract'

/** Creates the spans of the work on sales; nothing here decides. */
export interface SaleTracer {
  /** The running request created this sale. */
  created(saleId: string): void
  /** Runs the work on a sale while this process has its lease. Must call `work` at once and return its result. */
  follow(sale: { readonly id: string; readonly kind: SaleKind }, work: () => Promise<void>): Promise<void>
}

/** Without OpenTelemetry: runs the work. */
export const NO_SALE_TRACER: SaleTracer = { created() {}, follow: (_sale, work) => work() }
