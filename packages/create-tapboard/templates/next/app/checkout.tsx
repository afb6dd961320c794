'use client'

import { TerminalPay } from '@tapboard/elements/react'
import { tokenFrom } from '@tapboard/elements/token'
import { useMemo, useState } from 'react'

export function Checkout({ bffUrl, order }: { readonly bffUrl: string; readonly order: string }) {
  const [status, setStatus] = useState('')
  // Your server knows the amount of the order.
  const getToken = useMemo(() => tokenFrom('/api/token', { body: { order } }), [order])

  async function askServer() {
    const answer = await fetch(`/api/orders/${order}`)
    const { paid } = (await answer.json()) as { paid: boolean }
    setStatus(paid ? `Order ${order} is paid.` : `Order ${order} is open.`)
  }

  return (
    <main>
      <h1>Checkout</h1>
      <TerminalPay bffUrl={bffUrl} lang="en" getToken={getToken} onSettled={() => void askServer()} />
      <p role="status">{status}</p>
    </main>
  )
}
