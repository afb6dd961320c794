// Which pages there are, in which order and under which heading of the navigation. Each page has its own title.

/** A group of the navigation. */
export interface Group {
  readonly title: string
  /** Names of Markdown files of `pages/`; `index` is the home page. */
  readonly pages: readonly string[]
}

export const MENU: readonly Group[] = [
  { title: 'Begin', pages: ['index', 'start', 'sign-up', 'test-data'] },
  { title: 'How it works', pages: ['tokens', 'security', 'states', 'upstream'] },
  { title: 'Elements', pages: ['terminal-pay', 'merchant-apply', 'terminal-desk', 'events'] },
  { title: 'On your page', pages: ['theming', 'languages', 'gallery', 'policies', 'cdn'] },
  { title: 'Your server', pages: ['mount', 'options', 'webhooks', 'refunds', 'recovery'] },
  { title: 'APIs', pages: ['bff', 'service', 'errors'] },
  { title: 'At work', pages: ['clerks', 'terminals', 'dashboard', 'screens', 'accessibility'] },
  {
    title: 'Operation',
    pages: [
      'running',
      'containers',
      'kubernetes',
      'proxies',
      'postgres',
      'backups',
      'upgrades',
      'monitoring',
      'metrics',
      'tracing',
      'runbooks',
      'audit',
      'going-live',
      'troubleshooting',
    ],
  },
  { title: 'Measured', pages: ['capacity', 'performance', 'results'] },
]

/** All pages in the order of the navigation. */
export const PAGES: readonly string[] = MENU.flatMap(({ pages }) => pages)

/** Path of a page under the root of the site: `docs/start/`. */
export const pathOf = (name: string): string => (name === 'index' ? 'docs/' : `docs/${name}/`)

/** From a page to the root of the site. */
export const upFrom = (name: string): string => (name === 'index' ? '../' : '../../')
