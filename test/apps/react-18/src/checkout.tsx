import type { GetToken } from '@tapboard/elements'
import { TerminalPay } from '@tapboard/elements/react'
import { useState } from 'react'

const getToken: GetToken = async ({ kind, jkt }) => {
  const answer = await fetch('/api/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, jkt, order: new URLSearchParams(location.search).get('order') }),
  })
  if (!answer.ok) throw new Error('No token')
  return answer.json()
}

export function Checkout() {
  const [result, setResult] = useState('')
  return (
    <main>
      <h1>Checkout</h1>
      <TerminalPay
        bffUrl={import.meta.env.VITE_BFF_URL}
        getToken={getToken}
        strings={{ done: 'Next customer' }}
        onSettled={({ detail }) => setResult(`${detail.outcome}: ${detail.sale.reference}`)}
      />
      <p role="status">{result}</p>
    </main>
  )
}
