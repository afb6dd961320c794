// The workflows as text: the lines that they must keep.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'node:test'
import { packageName, PACKAGES } from '../packed/pack.ts'
import { TOOLS } from '../tools.ts'

const FOLDER = fileURLToPath(new URL('../../.github/workflows/', import.meta.url))
const text = (name: string): string => readFileSync(FOLDER + name, 'utf8')
const release = text('release.yml')
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

describe('the workflows', () => {
  for (const name of readdirSync(FOLDER)) {
    test(`${name} grants only required permissions and pins every action by its commit`, () => {
      assert.match(text(name), /^permissions:\n {2}contents: read$/m)
      // A tag can be moved; the comment names the version for readers and for updates.
      for (const [, action] of text(name).matchAll(/uses: (.+)/g))
        assert.match(action!, /^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
    })

    test(`${name} runs only existing scripts`, () => {
      for (const [, script] of text(name).matchAll(/npm run (\S+)/g)) assert.ok(script! in scripts, script)
      for (const [, tool] of text(name).matchAll(/npm run tool -- (\S+)/g)) assert.ok(tool! in TOOLS, tool)
    })
  }

  test('publishes with provenance, in dependency order, only if PUBLISH is true', () => {
    const [check = '', publish = ''] = release.split(/^ {2}publish:$/m)
    assert.match(publish, /needs: \[check, full\]/)
    assert.match(publish, /if: vars\.PUBLISH == 'true'/)
    assert.match(publish, /id-token: write/)
    assert.match(publish, /npm publish \S+ --provenance/)
    assert.ok(publish.includes(`for name in ${PACKAGES.map(packageName).join(' ')}; do`))
    assert.doesNotMatch(check, /id-token|npm publish|secrets\./)
  })

  test('publishes exactly the verified tarballs', () => {
    assert.match(release, /tool -- release-check --tag/)
    assert.match(release, /sha256sum --check SHA256SUMS/)
    assert.doesNotMatch(release.split('publish:')[1] ?? '', /npm (ci|run|pack)/)
  })
})
