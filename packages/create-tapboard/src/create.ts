// `npm create tapboard`: copies a template into a new folder and names the next commands. It uses no network.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** Access of the command to the process. */
export interface CreatePorts {
  readonly args: readonly string[]
  readonly folder: string
  /** The folder of the templates. */
  readonly templates: string
  /** Path of the package.json of this package. */
  readonly manifest: string
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  /** Asks a person; `null` without a console. */
  readonly ask: ((question: string) => Promise<string>) | null
}

/** The folder of the pages that several templates share. */
const PLAIN_PAGES = 'plain-pages'

/** The server of the template fills in the URL of the BFF. */
const FILLED_IN_LATER = {}

/** The templates, in the order in which they are offered; `pages` has values for the plain pages of a template that uses them. */
export const TEMPLATES = [
  { name: 'html', about: 'plain pages and a small Node server', pages: FILLED_IN_LATER },
  { name: 'express', about: 'Express with the BFF mounted in it', pages: { BFF_URL: '/tapboard' } },
  { name: 'next', about: 'Next with the App Router', pages: null },
  { name: 'react-vite', about: 'React and Vite with TypeScript', pages: null },
  { name: 'python', about: 'plain pages and a Python server', pages: FILLED_IN_LATER },
] as const

type TemplateName = (typeof TEMPLATES)[number]['name']

const DEFAULT_FOLDER = 'my-shop'

const USAGE = `create-tapboard – makes a project with a checkout and a merchant sign-up

  npm create tapboard@latest [folder] -- [--template NAME]

Templates:
${TEMPLATES.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join('\n')}`

const isTemplate = (name: string): name is TemplateName => TEMPLATES.some((one) => one.name === name)

/** Other names of templates that people try. */
const ALIASES: Readonly<Record<string, TemplateName>> = {
  nextjs: 'next',
  node: 'html',
  react: 'react-vite',
  'react-ts': 'react-vite',
  vite: 'react-vite',
}

/** The answer to the question for a template: its number, its name or another name of it; empty means the first. */
export function chosenTemplate(answer: string): TemplateName | null {
  const given = answer.trim().toLowerCase()
  const text = Object.hasOwn(ALIASES, given) ? (ALIASES[given] ?? given) : given
  if (text === '') return TEMPLATES[0].name
  if (isTemplate(text)) return text
  return TEMPLATES[Number(text) - 1]?.name ?? null
}

/** A folder that may be filled: it does not exist, or holds nothing but a repository. */
const isFree = (folder: string): boolean =>
  !existsSync(folder) ||
  (statSync(folder).isDirectory() && readdirSync(folder).every((name) => name === '.git'))

/** Names that npm would not publish, and files with secrets. */
const RENAMED: Readonly<Record<string, string>> = { _gitignore: '.gitignore', _env: '.env' }

/** The name of a package from the name of a folder. */
export const packageNameOf = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '') || DEFAULT_FOLDER

/** Copies a folder; each `%NAME%` that has a value gets it. */
export function copyTemplate(from: string, to: string, values: Readonly<Record<string, string>>): void {
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const source = join(from, path)
    if (statSync(source).isDirectory()) continue
    const name = basename(path)
    const target = join(to, dirname(path), RENAMED[name] ?? name)
    mkdirSync(dirname(target), { recursive: true })
    const text = readFileSync(source, 'utf8')
    writeFileSync(
      target,
      text.replaceAll(/%([A-Z_]+)%/g, (whole, value: string) => values[value] ?? whole),
    )
    if (name === '_env') chmodSync(target, 0o600)
  }
}

function read(args: readonly string[]) {
  try {
    const options = { template: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
    const unknown = /^Unknown option '(-[^']*)'/.exec(reason)?.[1]
    return unknown === undefined ? reason : `There is no option ${unknown.slice(0, 40)}.`
  }
}

/** Asks for the template; without a console it is the first. */
async function askTemplate({ ask, print }: CreatePorts): Promise<TemplateName | null> {
  if (ask === null) return TEMPLATES[0].name
  TEMPLATES.forEach(({ name, about }, index) => print(`  ${index + 1}  ${name.padEnd(12)}${about}`))
  return chosenTemplate(await ask('Template (1): '))
}

/** Prints why no project was made, and the line that leads to the entry of the error in the catalogue. */
function refuse(
  { printError }: CreatePorts,
  code: 'command-invalid' | 'folder-not-empty',
  ...sentences: readonly string[]
): void {
  for (const line of sentences) printError(line)
  printError(`More: npx tapboard explain ${code}`)
}

/** Runs the command; returns the exit code. */
export async function create(ports: CreatePorts): Promise<number> {
  const { print } = ports
  const parsed = read(ports.args)
  if (typeof parsed === 'string' || parsed.positionals.length > 1) {
    refuse(ports, 'command-invalid', typeof parsed === 'string' ? parsed : 'Name one folder.', USAGE)
    return 2
  }
  const { values, positionals } = parsed
  if (values.help === true) {
    print(USAGE)
    return 0
  }
  const name = positionals[0] ?? DEFAULT_FOLDER
  const folder = resolve(ports.folder, name)
  if (!isFree(folder)) {
    refuse(
      ports,
      'folder-not-empty',
      `${name} is not empty. Choose another folder, such as: npm create tapboard@latest ${name}-2`,
    )
    return 1
  }
  const template = values.template === undefined ? await askTemplate(ports) : chosenTemplate(values.template)
  if (template === null) {
    const names = TEMPLATES.map((one) => one.name).join(', ')
    refuse(ports, 'command-invalid', `There is no such template. Choose one of: ${names}.`)
    return 2
  }
  const { version } = JSON.parse(readFileSync(ports.manifest, 'utf8')) as { version: string }
  const pages = TEMPLATES.find((one) => one.name === template)?.pages
  if (pages) copyTemplate(join(ports.templates, PLAIN_PAGES), folder, pages)
  copyTemplate(join(ports.templates, template), folder, { NAME: packageNameOf(folder), VERSION: version })
  const enter = folder === ports.folder ? [] : [`  cd ${name}`]
  for (const line of [`The project is in ${name}. Now:`, '', ...enter, '  npm install', '  npm run dev'])
    print(line)
  return 0
}
