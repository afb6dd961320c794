'use client'
// Rendered on the server and hydrated in the browser: the import below works in both.
import { TerminalPay } from '@tapboard/elements/react'
import { tokenFrom } from '@tapboard/elements/token'
import { useMemo, useState } from 'react'

export function Checkout({ bffUrl, order }: { bffUrl: string; order: string }) {
  const [result, setResult] = useState('')
  // A stable function per order: another function drops the token.
  const getToken = useMemo(() => tokenFrom('/api/token', { body: { order } }), [order])
  return (
    <>
      <TerminalPay
        bffUrl={bffUrl}
        lang="en"
        getToken={getToken}
        onSettled={({ detail }) => setResult(`${detail.outcome}: ${detail.sale.reference}`)}
      />
      <p role="status">{result}</p>
    </>
  )
}
