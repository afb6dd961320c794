// The projects of `npm create tapboard`, installed from the packed packages: three of them run until an approved and closed sale and the next order, as
// their READMEs say, and are safe from frames and from other machines. React with Vite is type-checked and built.
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { useBrowser } from '../journeys/support/browser.ts'
import { Clerk } from '../journeys/support/clerk.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { until } from '../kit/until.ts'
import { openRegistry, type Registry } from './registry.ts'

const execute = promisify(execFile)
const browser = useBrowser()
const folder = mkdtempSync(join(tmpdir(), 'tapboard-templates-'))
const running = new Set<ChildProcess>()
let registry: Registry

const environment = (): NodeJS.ProcessEnv => ({
  HOME: folder,
  PATH: [join(process.execPath, '..'), ...(process.env['PATH'] ?? '').split(delimiter)].join(delimiter),
  npm_config_registry: registry.url,
  npm_config_cache: join(folder, '.npm'),
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
})

const npm = (cwd: string, ...args: readonly string[]) =>
  execute('npm', args, { cwd, env: environment(), maxBuffer: 2 ** 24 })

before(async () => {
  registry = await openRegistry()
  await npm(folder, 'create', '--yes', 'tapboard@latest', 'html', '--', '--template', 'html')
  await npm(join(folder, 'html'), 'install')
})
after(async () => {
  for (const child of running) {
    const gone = once(child, 'close')
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await gone
  }
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The dependencies of a project. */
function dependenciesOf(project: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, object>
  return Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] })
}

/** Creates a project that shares the installation of the first one, with some more packages. */
async function createProject(template: string): Promise<string> {
  const project = join(folder, template)
  const modules = join(folder, 'html/node_modules')
  if (template === 'html') return project
  await npm(folder, 'create', '--yes', 'tapboard@latest', template, '--', '--template', template)
  const missing = dependenciesOf(project).filter((name) => !existsSync(join(modules, name)))
  if (missing.length > 0) await npm(join(folder, 'html'), 'install', '--no-save', ...missing)
  symlinkSync(modules, join(project, 'node_modules'))
  return project
}

/** Sets free ports in `.env`, as a developer would whose ports are taken; returns the address of the shop. */
async function useFreePorts(project: string): Promise<string> {
  const file = join(project, '.env')
  const text = readFileSync(file, 'utf8')
  const shop = `http://localhost:${await freePort()}`
  const service = `http://localhost:${await freePort()}`
  const mounted = /^TAPBOARD_PUBLIC_URL=\S+?(\/\w+)$/m.exec(text)?.[1]
  const bff = mounted === undefined ? `http://localhost:${await freePort()}` : shop + mounted
  writeFileSync(file, text.replaceAll(/^TAPBOARD_(PUBLIC_URL|MERCHANT_ORIGINS)=.*\n/gm, ''))
  appendFileSync(
    file,
    `TAPBOARD_PUBLIC_URL=${bff}\nTAPBOARD_MERCHANT_ORIGINS=${shop}\nTAPBOARD_TERMINAL_URL=${service}\n`,
  )
  return shop
}

/** Runs `npm run dev` in a project until the end of the file; resolves when the shop is open. */
async function develop(project: string, shop: string): Promise<void> {
  const child = spawn('npm', ['run', 'dev'], { cwd: project, env: environment(), detached: true })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (said += text))
  await until('the open shop', () => said.includes(`Open ${shop}`), 60_000).catch(() => assert.fail(said))
}

/** Asserts that no page of another site may frame the shop, and that other machines do not reach it. */
async function assertSafe(shop: string): Promise<void> {
  for (const path of ['/', '/sign-up'])
    assert.equal(
      (await fetch(shop + path)).headers.get('content-security-policy'),
      "frame-ancestors 'none'",
      path,
    )
  // A server that listens at every address of the machine answers at this one, too.
  await assert.rejects(fetch(shop.replace('localhost', '127.0.0.2')), /fetch failed/)
}

for (const template of ['html', 'express', 'python'])
  test(`the project ${template} takes a payment and closes its order, and shows the sign-up`, async () => {
    const project = await createProject(template)
    const shop = await useFreePorts(project)
    await develop(project, shop)
    await assertSafe(shop)
    const visit = await browser.visit()
    // The address is `localhost`, as in the README.
    visit.expect(/foreign request: http:\/\/localhost/)
    const page = await visit.tab()
    await page.goto(shop)
    const clerk = new Clerk(page)
    await clerk.press('Charge $42.00 on Counter')
    await clerk.sees('$42.00 approved', 30_000)
    await page.getByText('Order A-1001 is paid.').waitFor()
    await clerk.press('New sale')
    await page.getByRole('button', { name: 'Charge $42.51 on Counter' }).waitFor()
    assert.match(page.url(), /\?order=A-1002$/)
    await page.goto(`${shop}/sign-up`)
    await page.getByRole('button', { name: 'Start' }).waitFor()
    await visit.leave()
  })
