import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'node:test'
import { buildModules } from './modules.ts'

const MODULES = buildModules()

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

describe('the modules for bundlers', () => {
  test('are named after their sources, except for the shared parts of first loads', async () => {
    const made = [...(await MODULES).keys()].filter((name) => name.endsWith('.js'))
    const source = (name: string): string =>
      fileURLToPath(
        name.startsWith('contract/')
          ? new URL(`../../contract/src/${name.slice('contract/'.length)}`, import.meta.url)
          : new URL(`../src/${name}`, import.meta.url),
      ).replace(/\.js$/, '.ts')
    assert.deepEqual(made.filter((name) => !existsSync(source(name))).toSorted(), [
      'contract/runtime.js',
      'merchant-apply/first-load.js',
      'shared/first-load.js',
      'terminal-desk/first-load.js',
      'terminal-pay/first-load.js',
    ])
    assert.ok(made.includes('contract/sale.js'))
  })

  test('have the events of an element beside it, not in it', async () => {
    for (const element of ['terminal-pay', 'merchant-apply', 'terminal-desk'])
      assert.doesNotMatch((await MODULES).get(`${element}/${element}.events.js`) ?? 'import', /\bimport\b/)
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
