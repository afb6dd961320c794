// A developer with an empty folder, the README or the documentation, and the packages: their commands and files go into a shell and an
// editor unchanged, and lead to an approved sale. Only the ports differ. The duration is reported, not judged.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { useBrowser } from '../journeys/support/browser.ts'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { Applicant } from '../journeys/support/applicant.ts'
import { Clerk } from '../journeys/support/clerk.ts'
import { until } from '../kit/until.ts'
import { ROOT } from '../kit/process.ts'
import { connectTo } from '../kit/sockets.ts'
import { openRegistry, type Registry } from './registry.ts'
import { freePort } from '@tapboard/server/testing/ports'

/** Assumed speed: 200 words read and 200 characters typed a minute; ten seconds for a copied block. */
const WORDS = 200
const CHARACTERS = 200
const COPY_SECONDS = 10

const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const pageOf = (name: string): string => readFileSync(join(ROOT, `demo/docs/pages/${name}.md`), 'utf8')

/** The typed parts: commands, or a file that names itself in its first line. */
interface Block {
  readonly language: string
  readonly code: string
}

/** A part of a text: its prose and its typed parts, in order. */
interface Section {
  readonly prose: string
  readonly blocks: readonly Block[]
}

function sectionOf(readme: string, title: string): Section {
  const text = new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(readme)?.[1] ?? ''
  return {
    prose: text.replace(/```[\s\S]*?```/g, ''),
    blocks: [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => ({
      language,
      code,
    })),
  }
}

const browser = useBrowser()
let registry: Registry
let folder: string
before(async () => {
  registry = await openRegistry()
  folder = mkdtempSync(join(tmpdir(), 'tapboard-newcomer-'))
})

/** A shell that a person types into. */
interface Shell {
  /** Everything that the shell has printed. */
  output(): string
  /** Types a block line by line; after a background program waits until one more of the servers (URLs) answers. */
  type(code: string, servers?: readonly string[]): Promise<void>
  /** Ends it and all programs that it has started; resolves when they are gone. */
  end(): Promise<void>
}

/** Returns how many of the servers accept a connection. */
async function answering(servers: readonly string[]): Promise<number> {
  const accepted = await Promise.all(
    servers.map(async (url) => {
      const socket = connectTo(url)
      const opened = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
      return opened
    }),
  )
  return accepted.filter(Boolean).length
}

function openShell(cwd: string, environment: Readonly<Record<string, string>>): Shell {
  // The only program that comes from here is Node itself.
  const bin = join(cwd, '.bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, join(bin, 'node'))
  const own = (process.env['PATH'] ?? '').split(':').filter((one) => !one.includes('node_modules'))
  const env = { HOME: cwd, PATH: [bin, ...own].join(':'), ...environment }
  const child = spawn('sh', ['-s'], { cwd, env, detached: true, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  let marks = 0
  return {
    output: () => output,
    async type(code, servers = []) {
      for (const part of code.split(/(?<= &\n)/)) {
        const before = await answering(servers)
        child.stdin.write(part)
        if (part.endsWith(' &\n')) {
          const started = async () => (await answering(servers)) > before
          await until('one more server', started, 60_000).catch(() =>
            assert.fail(`${part} started no server:\n${output}`),
          )
        } else {
          marks += 1
          child.stdin.write(`echo "done-$?-${marks}"\n`)
          await until(`the end of ${part}`, () => new RegExp(`done-\\d+-${marks}\n`).test(output), 120_000)
          assert.match(output, new RegExp(`done-0-${marks}\n`), `${part}\n${output}`)
        }
      }
    },
    async end() {
      if (child.pid === undefined || child.exitCode !== null) return
      const closed = once(child, 'close')
      process.kill(-child.pid, 'SIGKILL')
      await closed
    },
  }
}

const seconds = (value: number): string => `${Math.round(value)} s`
const EXPECTED = [/foreign request: http:\/\/localhost/]

/** Ports that the README prints → free ones. */
const ports = new Map<string, string>()
let shell: Shell
before(async () => {
  for (const printed of ['3000', '3001', '4010', '4300']) ports.set(printed, String(await freePort()))
  shell = openShell(folder, {
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, '.npm'),
    npm_config_update_notifier: 'false',
    TAPBOARD_SERVICE_PORT: ports.get('4010') ?? '',
    TAPBOARD_PORT: ports.get('4300') ?? '',
  })
})
after(async () => {
  // The programs write into the folder until they are gone.
  await shell.end()
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Types a section; gives how long the machine took, in seconds. */
async function follow({ blocks }: Section): Promise<number> {
  const servers = [...ports.values()].map((port) => `http://localhost:${port}`)
  const began = performance.now()
  for (const { language, code: printed } of blocks) {
    const code = printed.replace(/\b(3000|3001|4010|4300)\b/g, (port) => ports.get(port) ?? port)
    if (language === 'sh') await shell.type(code, servers)
    else {
      const name = /^(?:\/\/|<!--) ([\w.-]+)/.exec(code)?.[1]
      assert.ok(name, `A block of ${language} does not say which file it is.`)
      writeFileSync(join(folder, 'hand', name), code)
    }
  }
  return (performance.now() - began) / 1000
}

/** Reports how long a person needs for a section. */
function report(t: TestContext, section: Section, machine: number): void {
  const reading = (60 * (section.prose.match(/\S+/g) ?? []).length) / WORDS
  const typed = section.blocks.reduce((sum, { code }) => sum + code.length, 0)
  const copying = COPY_SECONDS * section.blocks.length
  t.diagnostic(
    `reading ${seconds(reading)} + copying ${section.blocks.length} blocks ${seconds(copying)} + machine ${seconds(machine)} = ` +
      `${seconds(reading + copying + machine)}; typing all ${typed} characters instead ${seconds((60 * typed) / CHARACTERS)}`,
  )
}

/** Opens a page; a failure says what the programs have printed. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address).catch((error: unknown) => assert.fail(`${String(error)}\n${shell.output()}`))
}

/** Charges on a page and sees the result, also after a reload. */
async function charge(address: string): Promise<void> {
  const visit = await browser.visit()
  visit.expect(...EXPECTED)
  const page = await visit.tab()
  await open(page, address)
  const clerk = new Clerk(page)
  await clerk.press('Charge $42.00 on Counter')
  await clerk.sees('$42.00 approved', 30_000)
  // The order is still paid.
  await clerk.reload('$42.00 approved')
  await visit.leave()
}

test('the README leads from an empty folder to an approved test sale by one command', async (t) => {
  const section = sectionOf(README, 'Your first test sale')
  const port = await freePort()
  const began = performance.now()
  // The person looks at the console in front; the shell of the test goes on.
  const address = `http://localhost:${port + 1}/`
  for (const { code } of section.blocks)
    await shell.type(code.replace(/\n$/, ` --port ${port} &\n`), [address])
  await until('the end of the start', () => /Ctrl-C ends all/.test(shell.output()), 60_000)
  const machine = (performance.now() - began) / 1000
  await charge(address)
  report(t, section, machine)
})

test('the documentation leads from an empty folder to an approved test sale by hand', async (t) => {
  await shell.type('mkdir hand\ncd hand\n')
  const section = sectionOf(pageOf('start'), 'By hand')
  const machine = await follow(section)
  await charge(`http://localhost:${ports.get('3000')}/`)
  report(t, section, machine)
})

test('the documentation leads on to a submitted application', async () => {
  await follow(sectionOf(pageOf('sign-up'), 'The page and your server'))
  const visit = await browser.visit()
  visit.expect(...EXPECTED)
  const page = await visit.tab()
  await open(page, `http://localhost:${ports.get('3001')}/`)
  const person = new Applicant(page)
  await person.at('start')
  await person.fill(SAMPLES.sole, null)
  await person.submit(SAMPLES.sole)
  await person.sees('Your application is approved', 45_000)
  await visit.leave()
})
