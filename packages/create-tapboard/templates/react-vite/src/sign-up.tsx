import type {} from '@tapboard/elements/jsx'
import '@tapboard/elements/merchant-apply/define'
import { tokenFrom } from '@tapboard/elements/token'

// Your server knows the signed-in person.
const getToken = tokenFrom('/apply-token')

export const SignUp = () => (
  <main>
    <h1>Sign up</h1>
    <merchant-apply bffUrl={BFF_URL} getToken={getToken} />
  </main>
)
