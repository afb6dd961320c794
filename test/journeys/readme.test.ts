// The README as a newcomer reads it: its own code and commands, copied into an empty folder and run, lead to an approved
// sale. Only ports, folders and the way a command is found differ from what is printed.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { build } from 'vite'
import { fileURLToPath } from 'node:url'
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

mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true })
const folder = mkdtempSync(path.join(root, 'node_modules/.cache/readme-'))
const children: ChildProcess[] = []
after(() => {
  // A shell's whole group: what it started ends with it.
  for (const { pid, exitCode } of children)
    if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
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
function shell(
  command: string,
  environment: Record<string, string>,
): { readonly said: () => string; readonly done: Promise<number> } {
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
  return {
    said: () => said,
    done: new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1))),
  }
}

const browser = useBrowser()

test('a developer who copies the README takes a first approved test sale', async () => {
  for (const [file, language] of [
    ['shop.js', 'js'],
    ['server.js', 'js'],
  ] as const)
    writeFileSync(path.join(folder, file), block(language, `// ${file}`))
  writeFileSync(path.join(folder, 'index.html'), block('html', '<terminal-pay'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    build: { outDir: folder, emptyOutDir: false },
  })

  const [port, servicePort] = [await freePort(), await freePort()]
  const service = path.join(root, 'packages/service/src/main.ts')
  const commands = block('sh', 'tapboard-service serve')
    .replaceAll('npx tapboard-service', `exec_service`)
    .replace('4010', String(servicePort))
    .split('\n')
  const [serve = '', ...rest] = commands
  const named = `exec_service() { "${process.execPath}" "${service}" "$@" --store file:service.db; }\n`
  const environment = { PORT: String(port), SERVICE_PORT: String(servicePort), npm_config_loglevel: 'error' }
  const upstream = shell(`${named}${serve.replace(/ &$/, '')}`, environment)
  await until('the service', () => /Cloud terminal service on/.test(upstream.said()))
  const server = shell(
    `set -e\n${named}${rest.join('\n').replace('node server.js', `exec "${process.execPath}" server.js`)}`,
    environment,
  )
  await until(
    'the shop',
    async () => (await fetch(`http://localhost:${port}/`).catch(() => null))?.ok,
    30_000,
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${server.said()}`)
  })

  const visit = await browser.visit()
  visit.expect(/favicon/, /404/, /foreign request: http:\/\/localhost/)
  const page = await visit.tab()
  await page.goto(`http://localhost:${port}/`)
  await page.getByRole('button', { name: 'Charge $42.00 on Counter' }).click()
  await page.getByRole('heading', { name: 'Approved' }).waitFor()
  await page
    .locator('terminal-pay')
    .getByText(/^[A-Z0-9]{6}$/)
    .waitFor()
  await visit.leave()
})
