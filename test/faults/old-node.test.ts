// The commands and imports of the packages on a Node version that is too old: they print an error with its repair before they load any of
// their own modules.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** A Node that reports another version. */
const asVersion = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`

for (const name of ['bff', 'service']) {
  void test(`an import of @tapboard/${name} on an old Node throws the required version`, () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', asVersion('20.20.2'), '--input-type=module', '-e', `import '@tapboard/${name}'`],
      { encoding: 'utf8' },
    )
    assert.equal(status, 1)
    assert.match(stderr, /^Error: Node 22\.19 or newer is needed; this is 20\.20\.2\. Install it/m)
  })
  const path = (file: string): string =>
    fileURLToPath(new URL(`../../packages/${name}/${file}`, import.meta.url))
  const { bin, engines } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>
    readonly engines: { readonly node: string }
  }
  const needed = engines.node.replace('>=', '')
  for (const [command, file] of Object.entries(bin))
    void test(`${command} on an old Node names the required version`, () => {
      for (const version of ['20.20.2', '22.18.0']) {
        const { status, stderr } = spawnSync(
          process.execPath,
          ['--import', asVersion(version), path(file), '--help'],
          { encoding: 'utf8' },
        )
        assert.equal(status, 1)
        assert.equal(
          stderr,
          `Node ${needed} or newer is needed; this is ${version}. Install it, or put one beside the package: npm install node@24\n`,
        )
      }
    })
}
