import { bffUrl } from '../lib/tapboard'
import { Checkout } from './checkout'

export const dynamic = 'force-dynamic'

export default async function Page({
  searchParams,
}: {
  readonly searchParams: Promise<{ readonly order?: string }>
}) {
  const { order = 'A-1001' } = await searchParams
  return <Checkout bffUrl={bffUrl()} order={order} />
}
