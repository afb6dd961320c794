'use client'

import { TerminalPay } from '@tapboard/elements/react'
import { tokenFrom } from '@tapboard/elements/token'
import { useMemo, useState } from 'react'
import type { OrderState } from '../lib/tapboard'

export function Checkout({ bffUrl, order }: { readonly bffUrl: string; readonly order: string }) {
  const [status, setStatus] = useState('')
  // Your server knows the amount of the order.
  const getToken = useMemo(() => tokenFrom('/api/token', { body: { order } }), [order])

  /** Your server knows whether the order is paid, and which one is next. */
  async function askServer() {
    const answer = await fetch(`/api/orders/${order}`)
    return (await answer.json()) as OrderState
  }

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
      <TerminalPay
        bffUrl={bffUrl}
        lang="en"
        getToken={getToken}
        onSettled={() => void showState()}
        onDone={() => void openNext()}
        onClose={() => void openNext()}
      />
      <p role="status">{status}</p>
    </main>
  )
}
