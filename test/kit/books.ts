// The books of a fleet, read with plain SQL on either engine: the ledger's rows and the service's charges.
import Database from 'better-sqlite3'
import { query } from './postgres.ts'

/** A row of a result; counts are numbers on both engines. */
export type Row = Readonly<Record<string, string | number | null>>

/** One store, read only by convention. */
export interface Books {
  read(text: string): Promise<readonly Row[]>
  /** Returns the only number of a query's result. */
  count(text: string): Promise<number>
  close(): Promise<void>
}

const countOf = async (rows: Promise<readonly Row[]>): Promise<number> =>
  Number(Object.values((await rows)[0] ?? {})[0])

/** Opens the books of a store by its URL. */
export async function openBooks(url: string): Promise<Books> {
  if (url.startsWith('file:')) {
    const database = new Database(url.slice('file:'.length), { readonly: true })
    const read = async (text: string): Promise<readonly Row[]> => database.prepare<[], Row>(text).all()
    return { read, count: (text) => countOf(read(text)), close: async () => void database.close() }
  }
  // One connection per query: the server may have been down in between.
  const read = (text: string): Promise<readonly Row[]> => query<Row>(url, text)
  return { read, count: (text) => countOf(read(text)), close: async () => {} }
}

/** Orders charged more than once, sales with more than one session, approvals without a charge. All must be zero. */
export async function contradictions(ledger: Books, service: Books): Promise<readonly string[]> {
  const found: string[] = []
  const charges = new Map<string, number>()
  for (const { external_id: id } of await service.read(
    `select external_id from service_charge where status = 'approved'`,
  ))
    charges.set(String(id), (charges.get(String(id)) ?? 0) + 1)
  const sales = await ledger.read(`select external_id, merchant, order_ref, state from sale`)
  const paid = new Map<string, number>()
  for (const { external_id: id, merchant, order_ref: order, state } of sales) {
    const times = charges.get(String(id)) ?? 0
    charges.delete(String(id))
    if (times > 1) found.push(`${order} was charged ${times} times under one ID`)
    if (times > 0) paid.set(`${merchant} ${order}`, (paid.get(`${merchant} ${order}`) ?? 0) + 1)
    if (state === 'approved' && times === 0) found.push(`${order} is approved without a charge`)
    if (times > 0 && ['declined', 'failed', 'timed_out', 'not_started', 'abandoned'].includes(String(state)))
      found.push(`${order} was charged and is ${state}`)
  }
  for (const [order, times] of paid) if (times > 1) found.push(`${order} was charged in ${times} sales`)
  for (const id of charges.keys()) found.push(`a charge of ${id} has no row`)
  return found
}
