// The README as a newcomer reads it: its own code and commands, copied into an empty folder and run, lead to an approved
// sale and to a submitted application. Only ports, folders and the way a command is found differ from what is printed.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { build } from 'vite'
import { fileURLToPath } from 'node:url'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { Applicant } from './support/applicant.ts'
import { useBrowser } from './support/browser.ts'
import { until } from './support/until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => ({
  language,
  code,
}))
const block = (language: string, part: string): string => {
  const found = blocks.find(({ language: own, code }) => own === language && code.includes(part))
  assert.ok(found, `The README has no ${language} block with ${part}.`)
  return found.code
}

const folders: string[] = []
const children: ChildProcess[] = []
after(() => {
  // A shell's whole group: what it started ends with it.
  for (const { pid, exitCode } of children)
    if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A free port; the next program takes it. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Runs a shell command in the newcomer's folder; gives what it prints. */
function shell(folder: string, command: string, environment: Record<string, string>): () => string {
  const env = { ...process.env, ...environment, NODE_OPTIONS: '--conditions=tapboard-source' }
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (said += text))
  return () => said
}

/** What a newcomer copies: file → language and a part of the block; an element's browser build; the block of commands. */
interface Copied {
  readonly files: Readonly<Record<string, readonly [language: string, part: string]>>
  readonly element: string
  readonly commands: string
  /** The program that the last command starts. */
  readonly program: string
}

/** Copies all of it into an empty folder and runs it; gives the address of the page. */
async function copyAndRun({ files, element, commands, program }: Copied): Promise<string> {
  mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, 'node_modules/.cache/readme-'))
  folders.push(folder)
  for (const [file, [language, part]] of Object.entries(files))
    writeFileSync(path.join(folder, file), block(language, part))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  await build({
    root,
    mode: element,
    configFile: path.join(root, 'vite.config.ts'),
    build: { outDir: folder, emptyOutDir: false },
  })

  const [port, servicePort] = [await freePort(), await freePort()]
  const service = path.join(root, 'packages/service/src/main.ts')
  const lines = block('sh', commands)
    .replaceAll('npx tapboard-service', `exec_service`)
    .replace('4010', String(servicePort))
    .split('\n')
  const [serve = '', ...rest] = lines
  const named = `exec_service() { "${process.execPath}" "${service}" "$@" --store file:service.db; }\n`
  const environment = { PORT: String(port), SERVICE_PORT: String(servicePort), npm_config_loglevel: 'error' }
  const upstream = shell(folder, `${named}${serve.replace(/ &$/, '')}`, environment)
  await until('the service', () => /Cloud terminal service on/.test(upstream()))
  const said = shell(
    folder,
    `set -e\n${named}${rest.join('\n').replace(`node ${program}`, `exec "${process.execPath}" ${program}`)}`,
    environment,
  )
  const url = `http://localhost:${port}/`
  await until('the page', async () => (await fetch(url).catch(() => null))?.ok, 30_000).catch(
    (error: Error) => {
      throw new Error(`${error.message}\n${said()}`)
    },
  )
  return url
}

const browser = useBrowser()
const EXPECTED = [/favicon/, /404/, /foreign request: http:\/\/localhost/]

test('a developer who copies the README takes a first approved test sale', async () => {
  const url = await copyAndRun({
    files: {
      'shop.js': ['js', '// shop.js'],
      'server.js': ['js', '// server.js'],
      'index.html': ['html', '<terminal-pay'],
    },
    element: 'terminal-pay',
    commands: 'tapboard-service serve --scripted',
    program: 'server.js',
  })
  const visit = await browser.visit()
  visit.expect(...EXPECTED)
  const page = await visit.tab()
  await page.goto(url)
  await page.getByRole('button', { name: 'Charge $42.00 on Counter' }).click()
  await page.getByRole('heading', { name: 'Approved' }).waitFor()
  await page
    .locator('terminal-pay')
    .getByText(/^[A-Z0-9]{6}$/)
    .waitFor()
  await visit.leave()
})

test('a partner who copies the README sees a first application submitted', async () => {
  const url = await copyAndRun({
    files: {
      'sign-up.js': ['js', '// sign-up.js'],
      'partner.js': ['js', '// partner.js'],
      'sign-up.html': ['html', '<merchant-apply'],
    },
    element: 'merchant-apply',
    commands: 'node partner.js',
    program: 'partner.js',
  })
  const visit = await browser.visit()
  visit.expect(...EXPECTED)
  const page = await visit.tab()
  await page.goto(url)
  const person = new Applicant(page)
  await person.at('start')
  await person.fill(SAMPLES.sole, null)
  await person.submit(SAMPLES.sole)
  await person.sees('Your application is approved', 30_000)
  await visit.leave()
})
