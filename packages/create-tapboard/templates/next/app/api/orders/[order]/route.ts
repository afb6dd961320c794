import { orderState } from '../../../../lib/tapboard'

export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly order: string }> },
): Promise<Response> {
  const state = await orderState((await params).order)
  return state === null ? new Response(null, { status: 404 }) : Response.json(state)
}
