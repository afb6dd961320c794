'use client'
// Rendered on the server, brought to life in the browser: the import below is safe in both.
import type { GetToken } from '@tapboard/elements'
import { TerminalPay } from '@tapboard/elements/react'
import { useState } from 'react'

export function Checkout({ bffUrl, order }: { bffUrl: string; order: string }) {
  const [result, setResult] = useState('')
  const getToken: GetToken = async ({ kind, jkt }) => {
    const answer = await fetch('/api/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind, jkt, order }),
    })
    if (!answer.ok) throw new Error('No token')
    return answer.json()
  }
  return (
    <>
      <TerminalPay
        bffUrl={bffUrl}
        getToken={getToken}
        onSettled={({ detail }) => setResult(`${detail.outcome}: ${detail.sale.reference}`)}
      />
      <p role="status">{result}</p>
    </>
  )
}
