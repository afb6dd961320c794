// POST /api/token: the amount comes from the order, never from the page.
import { isMintError } from '@tapboard/bff'
import { getBff } from '../../../lib/tapboard'

export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

export async function POST(request: Request): Promise<Response> {
  const { jkt, order } = (await request.json()) as { jkt: string; order: string }
  const bff = await getBff()
  const grant = {
    kind: 'sale',
    order,
    amount: '42.00',
    currency: 'USD',
    devices: 'any',
    origin: process.env.SHOP_URL ?? '',
    jkt,
  } as const
  try {
    return Response.json(await bff.mintToken('shop', grant), { status: 201 })
  } catch (error) {
    if (!isMintError(error)) throw error
    return Response.json({ detail: error.message }, { status: 400 })
  }
}
