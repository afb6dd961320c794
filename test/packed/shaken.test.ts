// Tree shaking in a bundler: an unused entry leaves nothing behind, one element does not include the other, and only the entries
// that register a tag have side effects.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { build } from 'esbuild'
import { install } from './install.ts'
import { PACKAGES } from './pack.ts'
import { unpacked } from './tarball.ts'

const folder = install({ ours: ['contract', 'elements'], libraries: ['@lit/react'] })
after(() => rmSync(folder, { recursive: true, force: true }))

/** The bundle of a few lines of code, as a page would get it. */
async function bundled(code: string): Promise<string> {
  const entry = join(folder, 'entry.js')
  writeFileSync(entry, code)
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    legalComments: 'none',
    logLevel: 'error',
    external: ['react'],
  })
  return outputFiles[0]?.text.trim() ?? ''
}

/** Entries with code and without side effects. */
const quiet = PACKAGES.filter((name) => name === 'contract' || name === 'elements').flatMap((name) => {
  const pack = unpacked(name)
  pack.remove()
  return Object.keys(pack.manifest.exports)
    .filter((entry) => !/\.js(on)?$|\*|\/(define|hydrate)$|\/browser\//.test(entry))
    .map((entry) => `@tapboard/${name}${entry.slice(1)}`)
})

describe('a bundler', () => {
  for (const entry of quiet)
    test(`keeps nothing of an unused ${entry}`, async () => {
      assert.equal(
        await bundled(`import ${JSON.stringify(entry)}; import * as all from ${JSON.stringify(entry)}`),
        '',
      )
    })

  for (const [one, other] of [
    ['terminal-pay', 'merchant-apply'],
    ['merchant-apply', 'terminal-pay'],
    ['terminal-desk', 'merchant-apply'],
  ] as const) {
    test(`keeps the registration of <${one}> and nothing of <${other}>`, async () => {
      const code = await bundled(`import '@tapboard/elements/${one}/define'`)
      assert.ok(code.includes(`"${one}"`))
      assert.ok(!code.includes(`${other}-`), `<${other}> comes with <${one}>`)
    })

    test(`keeps one React component with the registration of <${one}>, and nothing of the other`, async () => {
      const name = {
        'terminal-pay': 'TerminalPay',
        'merchant-apply': 'MerchantApply',
        'terminal-desk': 'TerminalDesk',
      }[one]
      const code = await bundled(`import { ${name} } from '@tapboard/elements/react'; console.log(${name})`)
      assert.ok(code.includes('customElements'), 'nothing is registered')
      assert.ok(!code.includes(`${other}-`), `<${other}> comes with <${one}>`)
    })
  }

  test('keeps a used class without a registration', async () => {
    const code = await bundled(`import { TerminalPay } from '@tapboard/elements'; console.log(TerminalPay)`)
    assert.ok(code.includes('terminal-pay-settled'))
    assert.ok(!/another copy of Tapboard/.test(code))
  })
})
