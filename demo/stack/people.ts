// People of the demo at the dashboard of the service: the owner of the shop and the owner of the partner.
import type { Service } from '@tapboard/service'
import { PARTNER } from '../host/sign-up/plans.ts'
import { SHOP } from './seed.ts'

/** Accounts of the demo that have an owner. */
export const OWNERS = ['shop', 'partner'] as const

type Owner = (typeof OWNERS)[number]

const PEOPLE: Readonly<Record<Owner, { readonly account: string; readonly name: string }>> = {
  shop: { account: SHOP, name: 'Robin' },
  partner: { account: PARTNER, name: 'Kim' },
}

/** Creates a link that signs the owner of an account in, once; the person is added if needed. */
export async function dashboardLink(
  { accounts, users }: Pick<Service, 'accounts' | 'users'>,
  serviceUrl: string,
  owner: Owner,
): Promise<string> {
  const { account: accountName, name } = PEOPLE[owner]
  const account = await accounts.findAccount(accountName)
  const known = await users.find(name)
  const user = known ?? (account === null ? null : await users.add({ name, accountId: account.id }))
  if (user === null) throw new Error(`The service has no account of ${accountName}; start again.`)
  return `${serviceUrl}/dashboard/link#${await users.createLink(user.id, 'sign-in')}`
}
