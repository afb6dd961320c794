import type {} from '@tapboard/elements/jsx'
import '@tapboard/elements/terminal-pay/define'
import { tokenFrom } from '@tapboard/elements/token'
import { useState } from 'react'

const order = new URLSearchParams(location.search).get('order') ?? 'A-1001'

// Your server knows the amount of the order.
const getToken = tokenFrom('/token', { body: { order } })

/** Your server knows whether the order is paid, and which one is next. */
async function askServer() {
  const answer = await fetch(`/orders/${order}`)
  return (await answer.json()) as { paid: boolean; next: string | null }
}

export function Checkout() {
  const [status, setStatus] = useState('')

  async function showState() {
    const { paid } = await askServer()
    setStatus(paid ? `Order ${order} is paid.` : `Order ${order} is open.`)
  }

  async function openNext() {
    const { next } = await askServer()
    if (next === null) setStatus('This was the last order.')
    else location.search = `?order=${next}`
  }

  return (
    <main>
      <h1>Checkout</h1>
      {/* "New sale" after a payment, "Close" after an attempt without one: the next order. */}
      <terminal-pay
        bffUrl={BFF_URL}
        getToken={getToken}
        onterminal-pay-settled={() => void showState()}
        onterminal-pay-done={() => void openNext()}
        onterminal-pay-close={() => void openNext()}
      />
      <p role="status">{status}</p>
    </main>
  )
}
