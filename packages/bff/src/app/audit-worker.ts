// A worker thread of `audit verify --workers`: verifies the sales of one range of IDs over its own connection.
import { parentPort, workerData } from 'node:worker_threads'
import { openStore } from '@tapboard/store'
import { auditSales } from '../sale/ledger/audit.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import type { AuditTask, SalePart } from './audit-workers.ts'

/** The thread reports after this many sales. */
const PART = 1_000

const { url, range, isOver } = workerData as AuditTask
// One connection for each thread: the BFF needs the others of the server.
const store = await openStore<LedgerTables>(url, { mustExist: true, maxConnections: 1, isCommand: true })
let part: SalePart = { sales: 0, events: 0, breaks: [] }
for await (const { events, broken } of auditSales(store, range)) {
  if (Atomics.load(isOver, 0) === 1) break
  part = {
    sales: part.sales + 1,
    events: part.events + events,
    breaks: broken === null ? part.breaks : [...part.breaks, broken],
  }
  if (part.sales < PART) continue
  parentPort?.postMessage(part)
  part = { sales: 0, events: 0, breaks: [] }
}
parentPort?.postMessage(part)
await store.close()
