'use client'

import { MerchantApply } from '@tapboard/elements/react'
import { tokenFrom } from '@tapboard/elements/token'

// Your server knows the signed-in person.
const getToken = tokenFrom('/api/apply-token')

export const SignUp = ({ bffUrl }: { readonly bffUrl: string }) => (
  <main>
    <h1>Sign up</h1>
    <MerchantApply bffUrl={bffUrl} getToken={getToken} />
  </main>
)
