import { bffUrl } from '../../lib/tapboard'
import { SignUp } from './sign-up'

export const dynamic = 'force-dynamic'

export default function Page() {
  return <SignUp bffUrl={bffUrl()} />
}
