// Where the demo's pages are. On the live demo its server answers at `/orders/R-1042`; a site of files alone has one page for all
// orders, which takes the number from its query. Everything else knows the live addresses only.

/** Does this page stand on a site of files alone? */
export const isStatic = (): boolean => document.documentElement.dataset['site'] === 'static'

/** Live address → page and query of the site of files, relative to the folder of any page. */
const PLACES: readonly (readonly [live: RegExp, page: string, query: string])[] = [
  [/^\/orders\/([^/]+)$/, '../checkout/', 'order'],
  [/^\/sign-up\/continue\/([^/]+)$/, '../sign-up/', 'continue'],
  [/^\/sign-up\/([^/]+)$/, '../sign-up/', 'applicant'],
  [/^\/sign-up\/$/, '../sign-up/', ''],
  [/^\/terminal\/$/, '../terminal/', ''],
  [/^\/$/, '../checkout/', ''],
]

/** The address of a page whose live one is `path`. */
export function placeOf(path: string): string {
  if (!isStatic()) return path
  for (const [live, page, query] of PLACES) {
    const found = live.exec(path)
    if (found !== null) return query === '' ? page : `${page}?${query}=${found[1] ?? ''}`
  }
  return path
}

/** The live address of this page: what its server is asked for. */
export function livePath(): string {
  if (!isStatic()) return location.pathname
  const query = new URLSearchParams(location.search)
  const folder = location.pathname.split('/').at(-2) ?? ''
  for (const [live, page, name] of PLACES) {
    if (page !== `../${folder}/` || name === '') continue
    const value = query.get(name)
    const path = live.source
      .replace('^', '')
      .replace('$', '')
      .replaceAll('\\/', '/')
      .replace('([^/]+)', value ?? '')
    if (value !== null) return path
  }
  return folder === 'checkout' ? '/' : `/${folder}/`
}

/** What this page is about: the last part of its live address. */
export const subject = (): string => decodeURIComponent(livePath().split('/').at(-1) ?? '')
