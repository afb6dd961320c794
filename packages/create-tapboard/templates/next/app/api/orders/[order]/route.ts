import { isPaid } from '../../../../lib/tapboard'

export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly order: string }> },
): Promise<Response> {
  const paid = await isPaid((await params).order)
  return paid === null ? new Response(null, { status: 404 }) : Response.json({ paid })
}
