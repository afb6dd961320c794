// The code of the first pages: sections of the README, which a test follows as a newcomer from an empty folder, and files of the
// small apps that a test installs the packages into. This file contains none of it.
import { fence, fileAsCode, readOptional } from './files.ts'

interface Tab {
  readonly label: string
  /** Folder of the tested app under `test/apps/`. */
  readonly app: string
  readonly files: readonly string[]
}

const TABS: readonly Tab[] = [
  { label: 'Bundler', app: 'vite-ts', files: ['index.html', 'src/main.ts', 'src/token.ts'] },
  { label: 'React', app: 'react-19', files: ['src/checkout.tsx'] },
  { label: 'Vue', app: 'vue-3', files: ['src/main.ts', 'src/Checkout.vue'] },
  { label: 'Svelte', app: 'svelte-5', files: ['src/main.ts', 'src/Checkout.svelte'] },
  { label: 'Angular', app: 'angular', files: ['src/main.ts', 'src/checkout.ts'] },
  {
    label: 'Next',
    app: 'next-like',
    files: [
      'app/checkout.tsx',
      'app/page.tsx',
      'lib/tapboard.ts',
      'instrumentation.ts',
      'app/tapboard/[...path]/route.ts',
      'app/api/token/route.ts',
    ],
  },
]

/** Pages of the site for the links of the README. */
const LINKS: readonly (readonly [target: RegExp, page: string])[] = [
  [/^demo\/docs\/pages\/start/, '/docs/start/#by-hand'],
  [/^packages\/service/, '/docs/service/'],
  [/^demo\/docs\/pages\/sign-up/, '/docs/sign-up/#submitted-once'],
  [/^packages\/bff/, '/docs/bff/'],
  [/^packages\/elements/, '/docs/terminal-pay/'],
  [/^test\/apps/, '/docs/start/#in-your-framework'],
]

const linked = (text: string): string =>
  text.replace(/(?<!!)\[([^\]]*)\]\(([^)]+)\)/g, (link, words: string, target: string) => {
    if (/^(https?:|#)/.test(target)) return link
    const page = LINKS.find(([pattern]) => pattern.test(target))?.[1]
    return page === undefined ? words : `[${words}](${page})`
  })

/** A block whose first line names its file is shown under that name. */
const named = (block: string): string =>
  block.replace(
    /```(\w+)\n(?:\/\/ ([\w-]+\.\w+)|<!-- ([\w-]+\.\w+) -->)\n/g,
    (_, language: string, script: string | undefined, page: string | undefined) =>
      `\`\`\`${language} ${script ?? page ?? ''}\n`,
  )

/** A section of the README by its heading, without the heading and without pictures. */
export function readmeSection(heading: string): string {
  const readme = readOptional('README.md') ?? ''
  const begin = `\n## ${heading}\n`
  const from = readme.indexOf(begin)
  if (from < 0) throw new Error(`The README has no section "${heading}".`)
  const end = readme.indexOf('\n## ', from + begin.length)
  const text = readme.slice(from + begin.length, end < 0 ? undefined : end)
  // Code stays unchanged: its brackets are not links.
  return text
    .split(/(```[\s\S]*?```)/)
    .map((part) => (part.startsWith('```') ? named(part) : linked(part.replace(/^!\[.*\]\(.*\)$/gm, ''))))
    .join('')
}

/** The page of the first sale by hand. */
function plainPage(): string {
  const page = readOptional('demo/docs/pages/start.md') ?? ''
  const [, code] = /```html\n<!-- [\w.-]+ -->\n([\s\S]*?)```/.exec(page) ?? []
  if (code === undefined) throw new Error('The first sale by hand has no page.')
  return fence(code, 'html index.html tab="HTML"')
}

/** The element on a page, plain and in each framework. */
export const appTabs = (): string =>
  [
    plainPage(),
    ...TABS.flatMap(({ label, app, files }) =>
      files.map((file) => fileAsCode(`test/apps/${app}/${file} ${file} tab="${label}"`)),
    ),
  ].join('\n\n')
