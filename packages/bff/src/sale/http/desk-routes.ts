// HTTP handlers of the desk, and of the host's list of open sales. Every read is of the merchant that the token or the host
// secret belongs to; no member of a request names a merchant.
import type { Currency, DeskRight } from '@tapboard/contract'
import type { HandlersOf } from '../../http/call.ts'
import type { Lifecycle } from '../../http/lifecycle.ts'
import type { Streams } from '../../http/streams.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { DeskAccess } from '../../token/access.ts'
import type { Desk } from '../desk/desk.ts'
import { readDay, readDeskQuery, readOpenQuery } from './desk-query.ts'
import { createDeskWriter, textsOf } from './event-stream.ts'
import { openStream } from './open-stream.ts'

interface DeskRouteDeps {
  readonly desk: Desk
  readonly streams: Streams
  readonly lifecycle: Lifecycle
  readonly config: {
    readonly merchants: readonly {
      readonly id: string
      readonly name: string
      readonly currency?: Currency
    }[]
    readonly environment: 'sandbox' | 'production'
  }
}

/** Refuses a token that lacks a right. */
function lacks({ rights }: DeskAccess, right: DeskRight): Refusal | null {
  return rights.includes(right)
    ? null
    : refuse(
        'forbidden',
        `This needs the right "${right}"; your server must list it in the rights of the token.`,
      )
}

/** Creates the handlers of the desk. */
export function deskHandlers({
  desk,
  streams,
  lifecycle,
  config,
}: DeskRouteDeps): HandlersOf<'getDesk' | 'listDeskSales' | 'watchDesk' | 'getDeskSale' | 'listSales'> {
  const write = createDeskWriter()
  const merchantOf = (id: string) => config.merchants.find((merchant) => merchant.id === id)
  return {
    async getDesk({ access, query }) {
      const refused = lacks(access, 'view')
      if (refused !== null) return refused
      const day = readDay(query)
      if (!day.ok) return day
      const { merchant: id, person, rights, timeZone } = access
      const frame = await desk.frame(access, day.value)
      const { name = id, currency = 'USD' } = merchantOf(id) ?? {}
      const { environment } = config
      const merchant = { id, name }
      const body = { ...frame, merchant, environment, currency, person, rights: [...rights], timeZone }
      return { ok: true, status: 200, body }
    },
    async listDeskSales({ access, query }) {
      const refused = lacks(access, 'view')
      if (refused !== null) return refused
      const read = readDeskQuery(query, merchantOf(access.merchant)?.currency ?? 'USD')
      if (!read.ok) return read
      return { ok: true, status: 200, body: await desk.page(access, read.value) }
    },
    async watchDesk({ access, page, query, signal }) {
      const refused = lacks(access, 'view') ?? lifecycle.refusal()
      if (refused !== null) return refused
      const day = readDay(query)
      if (!day.ok) return day
      const events = (stop: AbortSignal): AsyncIterable<string> =>
        textsOf(desk.watch(access, day.value, stop), write)
      const detail = 'This desk is watched very often; read it with GET /v1/desk and try again.'
      // A desk shows all sales of the merchant: the host decides anew with each token who may see them.
      return openStream(streams, page, events, signal, detail, 'withToken')
    },
    async getDeskSale({ access, params }) {
      const refused = lacks(access, 'view')
      if (refused !== null) return refused
      const row = await desk.find(access.merchant, params['id'] ?? '')
      return row === null
        ? refuse('sale-not-found', 'There is no such sale of this merchant; load the list again.')
        : { ok: true, status: 200, body: row }
    },
    async listSales({ access: merchant, query }) {
      const read = readOpenQuery(query)
      if (!read.ok) return read
      return { ok: true, status: 200, body: await desk.open(merchant.id, read.value) }
    },
  }
}
