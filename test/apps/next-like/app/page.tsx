import { Checkout } from './checkout'

/** What the server renders, and the browser hydrates. */
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
