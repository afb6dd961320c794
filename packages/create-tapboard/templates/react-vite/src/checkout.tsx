import type {} from '@tapboard/elements/jsx'
import '@tapboard/elements/terminal-pay/define'
import { tokenFrom } from '@tapboard/elements/token'
import { useState } from 'react'

const order = new URLSearchParams(location.search).get('order') ?? 'A-1001'

// Your server knows the amount of the order.
const getToken = tokenFrom('/token', { body: { order } })

export function Checkout() {
  const [status, setStatus] = useState('')

  async function askServer() {
    const answer = await fetch(`/orders/${order}`)
    const { paid } = (await answer.json()) as { paid: boolean }
    setStatus(paid ? `Order ${order} is paid.` : `Order ${order} is open.`)
  }

  return (
    <main>
      <h1>Checkout</h1>
      <terminal-pay bffUrl={BFF_URL} getToken={getToken} onterminal-pay-settled={() => void askServer()} />
      <p role="status">{status}</p>
    </main>
  )
}
