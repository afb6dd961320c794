import { readJson } from '../../../lib/read-json'
import { saleToken } from '../../../lib/tapboard'

export async function POST(request: Request): Promise<Response> {
  const body = await readJson(request)
  if (body instanceof Response) return body
  const { order = '', jkt = '' } = body
  return saleToken(order, jkt)
}
