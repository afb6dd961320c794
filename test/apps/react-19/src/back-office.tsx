import type {} from '@tapboard/elements/jsx'
import '@tapboard/elements/terminal-desk/define'
import { tokenFrom } from '@tapboard/elements/token'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The server knows the signed-in person.
const getToken = tokenFrom('/api/token')

function BackOffice() {
  const [result, setResult] = useState('')
  return (
    <main>
      <h1>Back office</h1>
      <terminal-desk
        bffUrl={import.meta.env.VITE_BFF_URL}
        getToken={getToken}
        onterminal-desk-refunded={({ detail }) => setResult(`refunded: ${detail.refund.reference}`)}
      />
      <p role="status">{result}</p>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BackOffice />
  </StrictMode>,
)
