import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { THEMES } from '../../shared/themes/themes.ts'
import { declarationOf } from '../parts/manifest.ts'
import { contrast, PAIRS, type Rgb } from '../../../packages/elements/src/shared/contrast.part.ts'
import { changed, halvesOf, lookOf, readTheme, writeLook } from './look.ts'

const themeOf = (name: string): string =>
  readFileSync(new URL(`../../shared/themes/${name}.css`, import.meta.url), 'utf8')

const read = (hex: string): Rgb => {
  assert.match(hex, /^#[\da-f]{6}$/)
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

test('splits light-dark() into its halves, also with nested functions', () => {
  assert.deepEqual(halvesOf('light-dark(#fff, #000)'), ['#fff', '#000'])
  assert.deepEqual(halvesOf('light-dark(rgb(1, 2, 3), color-mix(in srgb, red, blue))'), [
    'rgb(1, 2, 3)',
    'color-mix(in srgb, red, blue)',
  ])
  assert.deepEqual(halvesOf('12px'), ['12px', '12px'])
})

for (const { name, label } of THEMES)
  test(`the theme ${label} has enough contrast in light and dark`, () => {
    const look = readTheme(themeOf(name))
    for (const scheme of look.only === null ? (['light', 'dark'] as const) : [look.only])
      for (const [front, back, needed] of PAIRS) {
        const colour = (property: string): Rgb => read(look[scheme][`--tapboard-${property}`] ?? '')
        const ratio = contrast(colour(front), colour(back))
        // Who chooses high contrast wants 7 to 1 for text (WCAG 1.4.6).
        const least = name === 'high-contrast' && needed === 4.5 ? 7 : needed
        assert.ok(ratio >= least, `${front} on ${back}, ${scheme}: ${ratio.toFixed(2)}`)
      }
  })

test('themes set only custom properties of the elements', () => {
  const known = new Set(
    ['terminal-pay', 'merchant-apply'].flatMap((tag) =>
      (declarationOf(tag).cssProperties ?? []).map((entry) => entry.name),
    ),
  )
  for (const { name } of THEMES)
    for (const [property] of themeOf(name).matchAll(/--[\w-]+(?=:)/g))
      assert.ok(known.has(property), property)
})

test('a written theme reads back unchanged and omits defaults', () => {
  const defaults = lookOf(
    [
      ['--tapboard-accent', 'light-dark(#0a58ca, #7db2ff)'],
      ['--tapboard-radius', '12px'],
    ],
    null,
  )
  const look = changed(defaults, '--tapboard-accent', '#123456', 'dark', false)
  const css = writeLook(look, defaults)
  assert.match(css, /--tapboard-accent: light-dark\(#0a58ca, #123456\);/)
  assert.doesNotMatch(css, /radius/)
  assert.equal(readTheme(css).dark['--tapboard-accent'], '#123456')
  assert.match(
    writeLook(changed(defaults, '--tapboard-radius', '0px', 'light', true), defaults),
    /--tapboard-radius: 0px;/,
  )
})

test('writes all defaults where nothing is changed, so that there is something to copy', () => {
  const defaults = lookOf(
    [
      ['--tapboard-accent', 'light-dark(#0a58ca, #7db2ff)'],
      ['--tapboard-radius', '12px'],
    ],
    null,
  )
  const css = writeLook(defaults, defaults)
  assert.match(css, /^\/\* The defaults: copy what you change\. \*\/\n/)
  assert.match(css, /--tapboard-accent: light-dark\(#0a58ca, #7db2ff\);\n  --tapboard-radius: 12px;/)
})
