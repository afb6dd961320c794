import { saleToken } from '../../../lib/tapboard'

export async function POST(request: Request): Promise<Response> {
  const { order = '', jkt = '' } = (await request.json()) as { order?: string; jkt?: string }
  return saleToken(order, jkt)
}
