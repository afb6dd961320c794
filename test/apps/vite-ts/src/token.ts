import { tokenFrom } from '@tapboard/elements/token'

/** Asks our own server, which knows the order and its amount. */
export const getToken = tokenFrom('/api/token', {
  body: () => ({ order: new URLSearchParams(location.search).get('order') }),
})
