// Sales that stay open: terminals without a customer, and a page for each.
import type { Agent } from 'node:http'
import type { Sale } from '@tapboard/contract'
import { until } from '../kit/until.ts'
import type { Fleet } from '../kit/fleet.ts'
import { Page } from '../kit/page.ts'
import type { Ticket } from './generator/crowd.ts'

/** An open sale with the page that started it. */
interface OpenSale {
  readonly page: Page
  readonly id: string
}

/** Starts a sale at every terminal of the fleet, one after the other, at the BFFs by turns. */
export async function openSales(fleet: Fleet, agent: Agent): Promise<readonly OpenSale[]> {
  const sales: OpenSale[] = []
  for (const { hostSecret, devices } of fleet.merchants)
    for (const device of devices) {
      const askUrl = fleet.bffs[sales.length % fleet.bffs.length]?.running.url ?? ''
      const shop = { askUrl, publicUrl: fleet.bffUrl, origin: fleet.origin, agent, hostSecret }
      const page = new Page(shop, `open-${sales.length}`)
      await page.mint()
      const answer = await page.ask(page.start(device))
      if (answer.status !== 201) throw new Error(`a start was answered ${answer.status}: ${answer.text}`)
      sales.push({ page, id: (JSON.parse(answer.text) as Sale).id })
    }
  const state = async ({ page, id }: OpenSale): Promise<string> =>
    (JSON.parse((await page.ask({ method: 'GET', path: `/v1/sales/${id}` })).text) as Sale).state
  for (const sale of sales)
    await until(`${sale.id} is at its terminal`, async () => (await state(sale)) === 'started')
  return sales
}

/** A ticket for one more stream of a sale. */
export const ticketOf = ({ page, id }: OpenSale): Ticket => {
  const path = `/v1/sales/${id}/events`
  return { path, headers: page.headers('GET', path) }
}
