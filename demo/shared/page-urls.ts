// URLs of the demo's pages. The live demo serves `/orders/R-1042`; the static site has one page for all
// orders with the number in the query. Other code uses live URLs only.

/** Whether this page belongs to the static site. */
const isStatic = (): boolean => document.documentElement.dataset['site'] === 'static'

/** Page and query of the static site by live URL, relative to the folder of a page. */
const PLACES: readonly (readonly [live: RegExp, page: string, query: string])[] = [
  [/^\/orders\/([^/]+)$/, '../checkout/', 'order'],
  [/^\/sign-up\/continue\/([^/]+)$/, '../sign-up/', 'continue'],
  [/^\/sign-up\/([^/]+)$/, '../sign-up/', 'applicant'],
  [/^\/sign-up\/$/, '../sign-up/', ''],
  [/^\/terminal\/$/, '../terminal/', ''],
  [/^\/back-office\/$/, '../back-office/', ''],
  [/^\/$/, '../checkout/', ''],
]

/** URL of the page with the live path `path`. */
export function placeOf(path: string): string {
  if (!isStatic()) return path
  for (const [live, page, query] of PLACES) {
    const found = live.exec(path)
    if (found !== null) return query === '' ? page : `${page}?${query}=${found[1] ?? ''}`
  }
  return path
}

/** Live URL of this page, as its server expects it. */
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

/** The last segment of this page's live URL. */
export const subject = (): string => decodeURIComponent(livePath().split('/').at(-1) ?? '')
