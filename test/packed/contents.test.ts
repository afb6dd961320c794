// The content of each tarball: every file that a package names is there, and no file is there that its users do not need.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, matchesGlob } from 'node:path'
import { after, describe, test } from 'node:test'
import { ROOT } from '../kit/process.ts'
import { uncovered } from './cited.ts'
import { packageName, PACKAGES } from './pack.ts'
import { targetsOf, unpacked } from './tarball.ts'

/** Patterns of permitted files; a file that matches none was packed by mistake. */
const MAY_HOLD: Readonly<Record<string, readonly string[]>> = {
  every: [
    'package.json',
    'README.md',
    'LICENSE',
    'DECISIONS.md',
    'LEDGER.md',
    'PROMISES.md',
    'CHANGELOG.md',
    'llms.txt',
    'dist/**/*.js',
    'dist/**/*.js.map',
    'dist/**/*.d.ts',
  ],
  contract: [],
  store: [],
  server: ['bin/*.js'],
  bff: ['bin/*.js', 'deploy/**', '.env.example'],
  service: [
    'bin/*.js',
    'dist/dashboard-page/{index.html,favicon.svg}',
    'dist/dashboard-page/assets/*.css',
    'dist/swagger-ui/{swagger-ui.css,swagger-ui-bundle.js,LICENSE,NOTICE}',
  ],
  tapboard: ['bin/*.js', 'pages/*.{html,js,css,svg}'],
  'create-tapboard': ['bin/*.js', 'templates/**'],
  elements: [
    'dist/{custom-elements,ssr,vscode.html-custom-data,vscode.css-custom-data,web-types}.json',
    'dist/browser/sri.json',
    'dist/browser/{terminal-pay,merchant-apply,terminal-desk}.{tag,cdn}.html',
  ],
}

/** Tests, their stages, and sources. */
const NOT_FOR_OTHERS =
  /(^|\/)(src|testing|test)\/|\.(test|browser|testing)\.|(?<!\.d)\.ts$|tsbuildinfo|\.env(?!\.example)/

/** Folders of the build machine, and this folder by name. */
const MACHINE = /(?<![\w.])\/(home|Users|root|work|private|tmp)\/\w/

for (const name of PACKAGES)
  describe(`the tarball of ${packageName(name)}`, () => {
    const pack = unpacked(name)
    after(() => pack.remove())

    test('has the published files only', () => {
      const patterns = [...MAY_HOLD['every']!, ...MAY_HOLD[name]!]
      const strange = pack.files.filter(
        (file) =>
          // A template is the source of another project.
          (NOT_FOR_OTHERS.test(file) && !file.startsWith('templates/')) ||
          !patterns.some((pattern) => matchesGlob(file, pattern)),
      )
      assert.deepEqual(strange, [])
    })

    test('has the license, the cited decisions and every file of its package.json', () => {
      assert.equal(pack.text('LICENSE'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
      const decisions = readFileSync(join(ROOT, 'packages/contract/DECISIONS.md'), 'utf8')
      assert.equal(pack.text('DECISIONS.md'), decisions)
      const { exports, imports = {}, bin = {} } = pack.manifest
      const named = [...Object.values({ ...exports, ...imports }).flatMap(targetsOf), ...Object.values(bin)]
      const missing = named
        .map((path) => path.replace(/^\.\//, ''))
        .filter((path) => !pack.files.some((file) => matchesGlob(file, path)))
      assert.deepEqual(missing, [])
    })

    test('has the documents that define each number which its code cites', () => {
      const missing = uncovered(pack.files, (file) => pack.text(file))
      assert.deepEqual(missing, [], missing.join('\n'))
    })

    test('has keywords, and an index for language models whose links exist', () => {
      const {
        keywords = [],
        unpkg,
        jsdelivr,
      } = pack.manifest as { readonly keywords?: readonly string[] } & Readonly<
        Record<'unpkg' | 'jsdelivr', string | undefined>
      >
      assert.ok(keywords.length > 2)
      for (const file of [unpkg, jsdelivr]) assert.ok(file === undefined || pack.files.includes(file), file)
      const links = [...pack.text('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file)
      assert.ok(links.includes('README.md'))
      assert.deepEqual(
        links.filter((file) => !existsSync(join(pack.folder, file))),
        [],
      )
    })

    test('references no source outside of it', () => {
      assert.doesNotMatch(pack.text('package.json'), /tapboard-source|"scripts"/)
      for (const file of pack.files.filter((one) => one.endsWith('.js.map'))) {
        const { sources, sourcesContent = [] } = JSON.parse(pack.text(file)) as {
          readonly sources: readonly string[]
          readonly sourcesContent?: readonly string[]
        }
        assert.equal(sourcesContent.length, sources.length, `${file} has no sources in it`)
      }
      for (const file of pack.files.filter((one) => one.endsWith('.js'))) {
        const [, map] = /\n\/\/# sourceMappingURL=(.*)/.exec(pack.text(file)) ?? []
        if (map !== undefined)
          assert.ok(pack.files.includes(file.replace(basename(file), map)), `${file}: ${map}`)
      }
    })

    test('contains no data of the build machine', () => {
      const telling = pack.files.filter((file) => {
        const text = pack.text(file)
        return MACHINE.test(text) || text.includes(ROOT)
      })
      assert.deepEqual(telling, [])
    })
  })

test('the tarball of @tapboard/service has the page of the dashboard with every file that it names', () => {
  const pack = unpacked('service')
  try {
    const page = pack.text('dist/dashboard-page/index.html')
    const named = [...page.matchAll(/(?:src|href)="\/dashboard\/([^"]+)"/g)].map(([, file = '']) => file)
    assert.equal(named.length, 3)
    for (const file of named) assert.ok(pack.files.includes(`dist/dashboard-page/${file}`), file)
    assert.doesNotMatch(page, /<script(?![^>]*src=)|<style|\son\w+=/, 'the policy allows nothing inline')
  } finally {
    pack.remove()
  }
})

test('the tarball of tapboard has every file that its pages load', () => {
  const pack = unpacked('tapboard')
  try {
    const texts = pack.files.filter((file) => file.startsWith('pages/')).map((file) => pack.text(file))
    const named = texts.flatMap((text) =>
      [...text.matchAll(/["']\/pages\/([\w.-]+)["']/g)].map(([, file = '']) => file),
    )
    assert.ok(new Set(named).size > 5)
    const missing = named
      .map((file) => (file === 'on-screen-terminal.js' ? 'dist/on-screen/terminal.js' : `pages/${file}`))
      .filter((file) => !pack.files.includes(file))
    assert.deepEqual(missing, [])
  } finally {
    pack.remove()
  }
})
