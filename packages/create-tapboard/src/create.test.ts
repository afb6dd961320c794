import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chosenTemplate, create, packageNameOf, TEMPLATES } from './create.ts'

const folder = mkdtempSync(join(tmpdir(), 'tapboard-create-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

async function run(args: readonly string[], answer: string | null = null) {
  const out: string[] = []
  const errors: string[] = []
  const code = await create({
    args,
    folder,
    templates: file('../templates'),
    manifest: file('../package.json'),
    print: (line) => void out.push(line),
    printError: (line) => void errors.push(line),
    ask: answer === null ? null : () => Promise.resolve(answer),
  })
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

for (const { name } of TEMPLATES)
  test(`${name}: the project has its name, its versions and a private .env, and no placeholder`, async () => {
    const { code, out } = await run([`Shop ${name}`, '--template', name])
    assert.equal(code, 0)
    assert.match(out, /npm install\n {2}npm run dev$/)
    const made = (path: string): string => readFileSync(join(folder, `Shop ${name}`, path), 'utf8')
    const manifest = JSON.parse(made('package.json')) as Record<string, Record<string, string>>
    assert.equal(manifest['name'], `shop-${name}`)
    assert.match(manifest['dependencies']?.['@tapboard/elements'] ?? '', /^\^\d+\.\d+\.\d+$/)
    assert.match(manifest['scripts']?.['dev'] ?? '', /^tapboard dev /)
    assert.match(made('.gitignore'), /^\.env$/m)
    assert.equal(statSync(join(folder, `Shop ${name}`, '.env')).mode & 0o777, 0o600)
    assert.doesNotMatch(made('README.md') + made('package.json'), /%[A-Z]+%/)
    for (const part of ['## Start', '## Test amounts', '## For production'])
      assert.ok(made('README.md').includes(part))
  })

test('a template with plain pages names the BFF in them, or leaves it to its server', async () => {
  for (const [name, url] of [
    ['html', '%BFF_URL%'],
    ['express', '/tapboard'],
    ['python', '%BFF_URL%'],
  ] as const) {
    await run([`pages-${name}`, '--template', name])
    const made = (path: string): string => readFileSync(join(folder, `pages-${name}/public`, path), 'utf8')
    assert.ok(made('index.html').includes(`<terminal-pay bff-url="${url}">`), name)
    assert.ok(made('sign-up.html').includes(`<merchant-apply bff-url="${url}">`), name)
    assert.ok(made('checkout.js').length > 0 && made('sign-up.js').length > 0)
  }
})

test('the checkout of every template opens the next order after a payment and after a closed attempt', async () => {
  const pages = {
    html: 'public/checkout.js',
    express: 'public/checkout.js',
    python: 'public/checkout.js',
    'react-vite': 'src/checkout.tsx',
    next: 'app/checkout.tsx',
  }
  assert.deepEqual(Object.keys(pages).toSorted(), TEMPLATES.map(({ name }) => name).toSorted())
  for (const [name, path] of Object.entries(pages)) {
    await run([`done-${name}`, '--template', name])
    const page = readFileSync(join(folder, `done-${name}`, path), 'utf8')
    for (const event of ['done', 'close'])
      assert.match(page, new RegExp(`terminal-pay-${event}\\b|on${event}=`, 'i'), `${name}: ${event}`)
    assert.match(page, /location\.search = `\?order=\$\{next\}`/, name)
  }
})

test('refuses a folder with files, and fills one with a repository only', async () => {
  mkdirSync(join(folder, 'full'))
  writeFileSync(join(folder, 'full/a.txt'), 'mine')
  const { code, errors } = await run(['full'])
  assert.deepEqual([code, errors.startsWith('full is not empty.')], [1, true])
  assert.equal(existsSync(join(folder, 'full/package.json')), false)
  mkdirSync(join(folder, 'empty/.git'), { recursive: true })
  assert.equal((await run(['empty'])).code, 0)
})

test('asks for a template on a console; a wrong answer and a wrong option make no project', async () => {
  assert.equal((await run(['asked'], '5')).code, 0)
  assert.equal(existsSync(join(folder, 'asked/server.py')), true)
  assert.equal((await run(['wrong'], '9')).code, 2)
  assert.equal((await run(['wrong', '--template', 'vue'])).code, 2)
  assert.equal((await run(['wrong', '--tmplate', 'html'])).code, 2)
  assert.equal((await run(['wrong', 'folders'])).code, 2)
  assert.equal(existsSync(join(folder, 'wrong')), false)
  assert.deepEqual(['', 'express', '3'].map(chosenTemplate), ['html', 'express', 'next'])
  assert.deepEqual(['react', ' Vite ', 'NextJS', 'constructor'].map(chosenTemplate), [
    'react-vite',
    'react-vite',
    'next',
    null,
  ])
})

test('the name of the package follows that of the folder', () => {
  assert.deepEqual(['/a/Our Café', '/a/.hidden', '/a/…'].map(packageNameOf), ['our-caf', 'hidden', 'my-shop'])
})
