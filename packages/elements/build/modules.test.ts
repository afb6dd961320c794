import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { describe, test } from 'node:test'
import { buildModules, sources } from './modules.ts'

const MODULES = buildModules()

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

describe('the modules for bundlers', () => {
  test('are one for each source file, and modules of the contract beside them', async () => {
    const made = [...(await MODULES).keys()].filter((name) => name.endsWith('.js'))
    const own = made.filter((name) => !name.startsWith('contract/'))
    assert.deepEqual(
      own.toSorted(),
      sources()
        .map((name) => `${name}.js`)
        .toSorted(),
    )
    assert.ok(made.includes('contract/sale.js'))
  })

  test('hold every entry of the package', async () => {
    const { exports } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as Manifest
    const made = [...(await MODULES).keys()].map((name) => `./dist/${name}`)
    const missing = Object.values(exports)
      .map((target) => (typeof target === 'string' ? target : target.default))
      .filter((target) => target.endsWith('.js') && !target.startsWith('./dist/browser/'))
      .filter((target) => !made.some((name) => matchesGlob(name, target)))
    assert.deepEqual(missing, [])
  })

  test('import Lit, React and one another: neither zod nor the contract', async () => {
    const imported = [...(await MODULES)]
      .filter(([name]) => name.endsWith('.js'))
      .flatMap(([, text]) => [...text.matchAll(/\b(?:from|import)\s*\(?"([^".][^"]*)"/g)])
      .map(([, name]) => name)
    assert.deepEqual(
      [...new Set(imported)].filter(
        (name) => !/^(?:lit|@lit\/react|@lit-labs\/ssr-client|react)(?:\/|$)/.test(name!),
      ),
      [],
    )
  })

  test('keep the directive of React Server Components at their head', async () => {
    for (const element of ['terminal-pay', 'merchant-apply', 'terminal-desk'])
      assert.match((await MODULES).get(`frameworks/${element}.react.js`) ?? '', /^"use client";/)
  })

  test('have the lines of their sources in their source maps', async () => {
    const map = (await MODULES).get('contract/sale.js.map')
    const { sources: files, sourcesContent } = JSON.parse(map ?? '{}') as {
      readonly sources: readonly string[]
      readonly sourcesContent: readonly string[]
    }
    assert.deepEqual(files, ['../../../contract/src/sale.ts'])
    assert.match(sourcesContent[0] ?? '', /export const Sale = z\.object/)
  })
})
