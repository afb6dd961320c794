import { TerminalPay } from '@tapboard/elements/react'
import { tokenFrom } from '@tapboard/elements/token'
import { useState } from 'react'

const getToken = tokenFrom('/api/token', {
  body: () => ({ order: new URLSearchParams(location.search).get('order') }),
})

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
