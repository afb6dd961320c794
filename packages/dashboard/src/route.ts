// The addresses of the dashboard. Pure.
import { DASHBOARD_PATH } from '@tapboard/contract/dashboard'

/** The view that an address names, with its parameter. */
export type Place =
  | { readonly view: 'link' | 'transactions' | 'terminals' | 'boarding' | 'keys' | 'people' | 'account' }
  | { readonly view: 'transaction' | 'application'; readonly id: string }

const PATHS = {
  link: '/link',
  transactions: '/transactions',
  transaction: '/transactions/',
  terminals: '/terminals',
  boarding: '/boarding',
  application: '/boarding/',
  keys: '/settings/keys',
  people: '/settings/people',
  account: '/settings/account',
} as const satisfies Readonly<Record<Place['view'], string>>

/** The path of a place. */
export const pathOf = (place: Place): string =>
  `${DASHBOARD_PATH}${PATHS[place.view]}${'id' in place ? encodeURIComponent(place.id) : ''}`

/** The place of a path; an unknown path is the first page. */
export function placeOf(pathname: string): Place {
  const path = pathname.slice(DASHBOARD_PATH.length).replace(/\/$/, '')
  const [, parent = '', id = ''] = /^(\/transactions|\/boarding)\/([\w.-]+)$/.exec(path) ?? []
  if (id !== '') return { view: parent === '/boarding' ? 'application' : 'transaction', id }
  for (const view of ['link', 'transactions', 'terminals', 'boarding', 'keys', 'people', 'account'] as const)
    if (PATHS[view] === path) return { view }
  return { view: 'transactions' }
}
