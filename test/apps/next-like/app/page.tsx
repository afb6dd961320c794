import { Checkout } from './checkout'

/** Rendered by the server, hydrated by the browser. */
export interface PageProps {
  order: string
}

export default function Page({ order }: PageProps) {
  return (
    <main>
      <h1>Checkout</h1>
      <Checkout bffUrl="/tapboard" order={order} />
    </main>
  )
}
