import { Checkout } from './checkout'

/** Rendered by the server, hydrated by the browser. */
export interface PageProps {
  bffUrl: string
  order: string
}

export default function Page(props: PageProps) {
  return (
    <main>
      <h1>Checkout</h1>
      <Checkout {...props} />
    </main>
  )
}
