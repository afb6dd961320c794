// The code of the five-minute start: blocks of the README, which a test copies into an empty folder and runs, and files of the
// small apps that a test installs the packages into. None of it is written here.
import { fence, fileAsCode, readOptional } from './files.ts'

interface Tab {
  readonly label: string
  /** Folder under `test/apps/`. */
  readonly app: string
  /** Files of it: the one that holds the element first. */
  readonly files: readonly string[]
}

const TABS: readonly Tab[] = [
  { label: 'Bundler', app: 'vite-ts', files: ['index.html', 'src/main.ts', 'src/token.ts'] },
  { label: 'React', app: 'react-19', files: ['src/checkout.tsx'] },
  { label: 'Vue', app: 'vue-3', files: ['src/Checkout.vue'] },
  { label: 'Svelte', app: 'svelte-5', files: ['src/Checkout.svelte'] },
  { label: 'Angular', app: 'angular', files: ['src/checkout.ts'] },
]

/** A block of the README by its language and something that stands in it alone. */
export function readmeBlock(language: string, part: string): string {
  const blocks = [...(readOptional('README.md') ?? '').matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const found = blocks.find(([, own, code = '']) => own === language && code.includes(part))
  if (found === undefined) throw new Error(`The README has no ${language} block with ${part}.`)
  return found[2] ?? ''
}

const named = (code: string): { readonly name: string; readonly code: string } => {
  const [, name = '', rest = code] = /^\/\/ ([\w-]+\.\w+)\n([\s\S]*)$/.exec(code) ?? []
  return { name, code: rest }
}

/** `js server.js`: a block of the README. */
export function fromReadme(argument: string): string {
  const [language = '', ...part] = argument.split(' ')
  const { name, code } = named(readmeBlock(language, part.join(' ')))
  return fence(code, `${language} ${name}`.trim())
}

/** The element on a page, plain and in each framework. */
export function startTabs(): string {
  const plain = [
    fence(readmeBlock('html', '<terminal-pay'), 'html index.html tab="HTML"'),
    fence(named(readmeBlock('js', '// shop.js')).code, 'js shop.js tab="HTML"'),
  ]
  const apps = TABS.filter(({ app, files }) => readOptional(`test/apps/${app}/${files[0]}`) !== null)
  return [
    ...plain,
    ...apps.flatMap(({ label, app, files }) =>
      files.map((file) => fileAsCode(`test/apps/${app}/${file} ${file} tab="${label}"`)),
    ),
  ].join('\n\n')
}
