import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Checkout } from './checkout.tsx'
import { SignUp } from './sign-up.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>{location.pathname === '/sign-up' ? <SignUp /> : <Checkout />}</StrictMode>,
)
