import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'node:test'
import { TapboardElement } from '../../src/shared/tapboard-element.ts'
import { elementsOf, type Field } from './declared.ts'
import { editorData } from './editors.ts'
import { ELEMENTS, PHASES_IN, type Tag } from './facts.ts'
import { elementsManifest } from './manifest.ts'
import { membersOf, parsed, textsOf } from './syntax.ts'

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url))
const manifest = elementsManifest()

/** Everything that is written for an element, its tests left out. */
/** Files of another element that an element renders. */
const BORROWED: Readonly<Partial<Record<Tag, string>>> = { 'terminal-desk': 'terminal-pay/resolve.part.ts' }

const textOf = (tag: Tag): string =>
  globSync([`{${tag},shared}/**/*.ts`, ...(BORROWED[tag] ? [BORROWED[tag]] : [])], { cwd: SOURCES })
    .filter((name) => !/\.(test|browser)\.ts$/.test(name))
    .map((name) => readFileSync(SOURCES + name, 'utf8'))
    .join('\n')

const names = (list: readonly { readonly name: string }[] = []): string[] => list.map(({ name }) => name)
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].flatMap(([, words = '']) => words.split(' ')))].toSorted()

/** What the browser, Lit or the base class calls, and no page. */
const called = (name: string): boolean =>
  name in TapboardElement.prototype || /^(constructor|\w+Callback)$/.test(name)

/** Public members of the class that a property of Lit does not explain. */
const ownMembers = (element: (typeof ELEMENTS)[Tag]): string[] =>
  Object.getOwnPropertyNames(element.prototype).filter(
    (name) => !element.elementProperties.has(name) && !called(name),
  )

for (const declared of elementsOf(manifest)) {
  const tag = declared.tagName as Tag
  const element = ELEMENTS[tag]
  const fields = declared.members?.filter((one): one is Field => one.kind === 'field') ?? []

  describe(`the manifest of <${tag}> says what the element really has`, () => {
    test('attributes: those the class observes', () => {
      assert.deepEqual(names(declared.attributes).toSorted(), [...element.observedAttributes].toSorted())
    })

    test('properties: which there are, which of them are attributes, which are reflected', () => {
      const listed = Object.fromEntries(
        fields
          .filter(({ readonly }) => !readonly)
          .map((one) => [one.name, [one.attribute, one.reflects ?? false]]),
      )
      const real = Object.fromEntries(
        Array.from(element.elementProperties, ([name, { attribute, reflect }]) => {
          const called = typeof attribute === 'string' ? attribute : `${String(name)}`.toLowerCase()
          return [name, [attribute === false ? undefined : called, reflect ?? false]]
        }),
      )
      assert.deepEqual(listed, real)
    })

    test('methods and readings: all of the class', () => {
      const listed = declared.members?.filter((one) => one.kind === 'method' || one.readonly) ?? []
      assert.deepEqual(names(listed).toSorted(), ownMembers(element).toSorted())
    })

    test('events: every one that can be told, with what it carries', () => {
      const details = membersOf(parsed(`${tag}/${tag}.events.ts`), `${declared.name}Details`)
      assert.deepEqual(names(declared.events), names(details))
      for (const { name, detail } of declared.events ?? []) assert.ok(detail.text, `${name} carries nothing`)
    })

    test('parts and slots: every one that a template has', () => {
      const text = textOf(tag)
      // One control may have several parts, chosen by an expression that names them all first.
      const parts = [...found(text, /\bpart="([^"]+)"/g), ...found(text, /\bpart=\$\{[^}]*?'([^']+)'/g)]
      assert.deepEqual(names(declared.cssParts).toSorted(), [...new Set(parts)].toSorted())
      assert.deepEqual(names(declared.slots).toSorted(), found(text, /<slot name="([^"]+)"/g))
    })

    test('custom properties: every one that the styles read, none besides, at most 16', () => {
      const read = found(textOf(tag), /var\(\s*(--tapboard-[\w-]+)/g)
      assert.deepEqual(names(declared.cssProperties).toSorted(), read)
      assert.ok(read.length <= 16)
      for (const { name, default: unset } of declared.cssProperties ?? [])
        assert.ok(unset, `${name} needs a fallback`)
    })

    test('custom states: the phases', () => {
      assert.deepEqual(names(declared.cssStates), textsOf(parsed(`${tag}/${PHASES_IN[tag]}`), 'Phase'))
    })

    test('everything is explained', () => {
      const all = [
        ...(declared.attributes ?? []),
        ...(declared.members ?? []),
        ...(declared.events ?? []),
        ...(declared.slots ?? []),
        ...(declared.cssParts ?? []),
        ...(declared.cssProperties ?? []),
        ...(declared.cssStates ?? []),
      ]
      assert.deepEqual(names(all.filter(({ description }) => !description?.trim())), [])
    })
  })
}

test('both elements and both files that register them are in the manifest', () => {
  assert.deepEqual(names(elementsOf(manifest)), ['TerminalPay', 'MerchantApply', 'TerminalDesk'])
  assert.deepEqual(
    manifest.modules.map(({ path }) => path),
    Object.keys(ELEMENTS).flatMap((tag) => [`dist/${tag}/${tag}.element.js`, `dist/${tag}/${tag}.define.js`]),
  )
})

test('editors offer the tags, their attributes with the values these may have, and every custom property once', () => {
  const data = editorData(manifest, '1.2.3')
  const read = (name: string) => JSON.parse(data.get(name) ?? '{}') as Record<string, unknown>
  const { tags } = read('vscode.html-custom-data.json') as {
    tags: { name: string; attributes: { name: string; values: { name: string }[] }[] }[]
  }
  assert.deepEqual(names(tags), Object.keys(ELEMENTS))
  for (const { attributes } of tags)
    assert.deepEqual(names(attributes.find(({ name }) => name === 'theme')?.values), [
      'light',
      'dark',
      'auto',
    ])
  const { properties } = read('vscode.css-custom-data.json') as { properties: { name: string }[] }
  assert.equal(new Set(names(properties)).size, properties.length)
  const types = read('web-types.json') as { name: string; version: string }
  assert.equal(`${types.name} ${types.version}`, '@tapboard/elements 1.2.3')
})
