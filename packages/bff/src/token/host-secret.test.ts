// Which Authorization header of a host is accepted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHostSecrets } from './host-secret.ts'
import type { TokenMerchant } from './merchant.ts'

const SECRET = 'host-secret-of-the-first-shop-0123456789'
const merchants = [
  { id: 'm1', hostSecret: SECRET },
  { id: 'm2', hostSecret: `${SECRET}-2` },
] as readonly Pick<TokenMerchant, 'id' | 'hostSecret'>[] as readonly TokenMerchant[]
const answer = (authorization: string | null): string => {
  const found = createHostSecrets(merchants)(authorization)
  return found.ok ? found.merchant.id : found.code
}

test('finds the merchant of a host secret, in any case of the scheme and with blanks around the secret', () => {
  assert.deepEqual([`Bearer ${SECRET}`, `bearer   ${SECRET}  `, `Bearer ${SECRET}-2`].map(answer), [
    'm1',
    'm1',
    'm2',
  ])
})

test('refuses a header that is anything else', () => {
  const others = [null, '', 'Bearer', 'Bearer ', SECRET, `Basic ${SECRET}`, `Bearer ${SECRET}x`]
  const around = [`Basic Bearer ${SECRET}`, `Bearer ${SECRET} more`, `Bearer ${SECRET}, Bearer x`]
  for (const header of [...others, ...around])
    assert.equal(answer(header), 'host-unauthorized', String(header))
})
