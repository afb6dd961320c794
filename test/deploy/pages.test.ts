// The pages "Operation": every command, variable, message, service and file that they name exists.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findError } from '@tapboard/server'
import { MENU } from '../../demo/docs/build/menu.ts'
import { launch, ROOT, untilEnded } from '../kit/process.ts'
import { unknownIn } from './support/variables.ts'
import { DEPLOY, readYaml } from './support/yaml.ts'

const NAMES = MENU.find(({ title }) => title === 'Operation')?.pages ?? []
const pages = NAMES.map((name) => ({
  name,
  text: readFileSync(join(ROOT, `demo/docs/pages/${name}.md`), 'utf8'),
}))

/** The programs behind the names of the commands. */
const PROGRAMS: Readonly<Record<string, string>> = {
  tapboard: 'packages/bff/src/tapboard.ts',
  'tapboard-bff': 'packages/bff/src/main.ts',
  'tapboard-service': 'packages/service/src/main.ts',
}

test('every command of our programs is in their help, with its options', async () => {
  const helps = new Map<string, string>()
  for (const [name, file] of Object.entries(PROGRAMS)) {
    const { child, output } = launch({ file, args: ['--help'] })
    assert.equal(await untilEnded(child), 0)
    helps.set(name, output())
  }
  let counted = 0
  for (const { name, text } of pages)
    for (const [line, program = '', rest = ''] of text.matchAll(
      /\b(?:npx|--entrypoint) (tapboard(?:-bff|-service)?)\b((?: [a-z0-9/.-]+)*)/g,
    )) {
      const words = rest
        .trim()
        .split(' ')
        .filter((word) => word !== '' && !/^(bff-\d|service)$/.test(word))
      const help = helps.get(program) ?? ''
      const [command] = words
      if (command !== undefined && !command.startsWith('-'))
        assert.match(help, new RegExp(`${program} ${command}\\b`), `${name}: ${line}`)
      for (const option of words.filter((word) => word.startsWith('--')))
        assert.ok(help.includes(option), `${name}: ${line}`)
      counted += 1
    }
  assert.ok(counted > 15, String(counted))
})

test('a page that writes secrets into .env makes the file private first', () => {
  const page = readFileSync(join(ROOT, 'demo/docs/pages/start.md'), 'utf8')
  const [, before = ''] = /```sh\n([^`]*?)cat > \.env /.exec(page) ?? []
  assert.match(before, /^touch \.env && chmod 600 \.env\b/)
})

test('every variable on the pages is one of the programs', () => {
  for (const { name, text } of pages) assert.deepEqual(unknownIn(text), [], name)
})

/** All sources of the packages that print messages. */
const sources = ['bff', 'service', 'server', 'store', 'elements', 'contract']
  .flatMap((name) => {
    const folder = join(ROOT, 'packages', name, 'src')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
  })
  .join('\n')

test('every message of the page about troubleshooting is one that the programs print', () => {
  const text = pages.find(({ name }) => name === 'troubleshooting')?.text ?? ''
  const [, table = ''] = /## The BFF does not start\n([^]*?)\n## /.exec(text) ?? []
  const messages = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message)
  assert.ok(messages.length >= 5)
  for (const message of messages)
    for (const piece of message.split('…').map((one) => one.trim()))
      assert.ok(sources.includes(piece), `${message}: ${piece}`)
  for (const [, code = ''] of text.matchAll(/^\| (?:[^|]*? )?`([a-z]+(?:-[a-z]+)+)`/gm))
    assert.ok(sources.includes(`'${code}'`), code)
})

test('every code of a warning or an error in the log is on a page or in the catalogue', () => {
  const text = pages.map((page) => page.text).join('\n')
  const codes = [...sources.matchAll(/log\.(?:warn|error)\(\s*\{[^{}]*?\bcode: '([a-z-]+)'/g)].map(
    ([, code = '']) => code,
  )
  assert.ok(codes.length > 15, codes.join())
  for (const code of codes) assert.ok(findError(code) !== null || text.includes(`\`${code}\``), code)
})

test('every service, manifest and name in a command of Compose and Kubernetes exists', () => {
  const [compose] = readYaml('docker/compose.yaml')
  const services = Object.keys(compose?.['services'] as object)
  const containers = pages.find(({ name }) => name === 'containers')?.text ?? ''
  const named = [
    ...containers.matchAll(
      /docker compose (?:run|exec|logs|up)(?: --?[a-z-]+(?: tapboard)?)*((?: [a-z]+(?:-\d)?)+)/g,
    ),
  ].flatMap(([, words = '']) => words.trim().split(' ').slice(0, 1))
  assert.ok(named.length >= 4)
  for (const service of named) assert.ok(services.includes(service), service)
  const kubernetes = pages.find(({ name }) => name === 'kubernetes')?.text ?? ''
  const manifests = readdirSync(join(ROOT, DEPLOY, 'kubernetes'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readFileSync(join(ROOT, DEPLOY, 'kubernetes', file), 'utf8'))
    .join('\n')
  for (const [, file = ''] of kubernetes.matchAll(/--from-file=(\w+)/g))
    assert.ok(manifests.includes(`/secrets/${file}`), file)
  for (const [, secret = ''] of kubernetes.matchAll(/create secret generic (\S+)/g))
    assert.ok(manifests.includes(`secretName: ${secret}`), secret)
  for (const [, kind = '', name = ''] of kubernetes.matchAll(/ (deployment|job)\/([a-z-]+)/g))
    assert.match(manifests, new RegExp(`kind: ${kind}\\nmetadata:\\n  name: ${name}\\n`, 'i'))
})

test('every file of the folder is on a page or named there, and a test names it', () => {
  const files = readdirSync(join(ROOT, DEPLOY), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, DEPLOY).length + 1))
  const shown = pages.map(({ text }) => text).join('\n')
  const tests = ['deploy', 'deploy/support', 'proxies', 'packed', 'kit']
    .flatMap((folder) =>
      readdirSync(join(ROOT, 'test', folder))
        .filter((file) => file.endsWith('.ts') && file !== 'pages.test.ts')
        .map((file) => readFileSync(join(ROOT, 'test', folder, file), 'utf8')),
    )
    .join('\n')
  // These tests read whole folders.
  const READ_WHOLE = /^(kubernetes|systemd)\//
  for (const file of files) {
    const base = file.split('/').at(-1) ?? ''
    assert.ok(shown.includes(base), `no page has ${file}`)
    assert.ok(READ_WHOLE.test(file) || tests.includes(base), `no test has ${file}`)
  }
})
