/** A store of an engine whose package is not installed: the error names the package and the command that installs it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { test, type TestContext } from 'node:test'
import { PROGRAM_FAULTS } from '@tapboard/contract'
import { isStoreError, StoreError } from './errors.ts'
import { checkStore, openStore } from './open.ts'

const { peerDependencies, peerDependenciesMeta, dependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Readonly<Record<'peerDependencies' | 'dependencies', Readonly<Record<string, string>>>> & {
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
}

/** Makes a package impossible to resolve for the rest of the test. */
function withoutPackage(context: TestContext, name: string): void {
  const hooks = registerHooks({
    resolve: (specifier, from, next) =>
      next(specifier === name ? 'not-an-installed-package' : specifier, from),
  })
  context.after(() => hooks.deregister())
}

const ENGINES = [
  {
    name: 'better-sqlite3',
    scheme: 'file:',
    urls: ['file::memory:', 'file:never/made.db', 'file:///never/made.db'],
  },
  { name: 'pg', scheme: 'postgres://', urls: ['postgres://u:hunter2@127.0.0.1:1/d', 'postgresql://h/d'] },
] as const

for (const { name, scheme, urls } of ENGINES) {
  void test(`without ${name} a store of ${scheme} is rejected with the command that installs it`, async (context) => {
    withoutPackage(context, name)
    const major = /^\^(\d+)\./.exec(peerDependencies[name] ?? '')?.[1]
    for (const rejected of urls.flatMap((url) => [openStore(url, { mustExist: true }), checkStore(url)]))
      await assert.rejects(rejected, (error) => {
        assert.ok(isStoreError(error) && error instanceof StoreError)
        assert.equal(error.code, 'store-package-missing')
        assert.equal(
          error.message,
          `A store URL that begins with ${scheme} needs the package ${name}, which is not installed. Run: npm install ${name}@${major}`,
        )
        return true
      })
  })

  void test(`with ${name} the check of a store opens no database`, async () => {
    await checkStore(urls[1])
    assert.ok(!existsSync('never'))
  })

  void test(`an import of ${name} that fails otherwise keeps its error`, async (context) => {
    const broken = new Error('broken')
    const hooks = registerHooks({
      resolve(specifier, from, next) {
        if (specifier === name) throw broken
        return next(specifier, from)
      },
    })
    context.after(() => hooks.deregister())
    await assert.rejects(openStore(urls[0]), broken)
  })

  void test(`the catalogue of errors installs the version of ${name} that the store needs`, () => {
    const major = /^\^(\d+)\./.exec(peerDependencies[name] ?? '')?.[1]
    const [, advice] = PROGRAM_FAULTS['store-package-missing']
    assert.ok(advice.includes(`\`npm install ${name}@${major}\``), advice)
  })

  void test(`${name} is an optional peer`, () => {
    assert.deepEqual([dependencies[name], peerDependenciesMeta[name]], [undefined, { optional: true }])
  })
}
