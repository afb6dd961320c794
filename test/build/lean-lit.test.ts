import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MerchantApply } from '../../packages/elements/src/merchant-apply/merchant-apply.element.ts'
import { TerminalPay } from '../../packages/elements/src/terminal-pay/terminal-pay.element.ts'
import { cutOut, cutsOf } from './lean-lit.ts'

const FILES: readonly (readonly [file: string, at: string])[] = [
  ['reactive-element.js', '@lit/reactive-element/reactive-element.js'],
  ['lit-html.js', 'lit-html/lit-html.js'],
  ['lit-element.js', 'lit-element/lit-element.js'],
]

for (const [file, at] of FILES) {
  test(`every cut is found once in this release of ${file}`, () => {
    const code = readFileSync(new URL(`../../node_modules/${at}`, import.meta.url), 'utf8')
    for (const directives of [true, false]) {
      const cuts = cutsOf(file, directives)
      const left = cutOut(file, code, cuts)
      assert.equal(left.length < code.length, cuts.length > 0)
    }
  })
}

test('D-78 a release of Lit that looks another way stops the build, and says where to look', () => {
  assert.throws(() => cutOut('a.js', 'abc', [{ what: 'x' }]), /a\.js is not what it was.*lean-lit\.ts/)
  assert.throws(() => cutOut('a.js', 'aba', [{ what: 'a' }]), /more than once/)
})

test('the elements use only those options of properties that are left in', () => {
  for (const element of [TerminalPay, MerchantApply]) {
    assert.ok(Object.hasOwn(element, 'properties'))
    for (const [name, options] of Object.entries<Record<string, unknown>>(element.properties)) {
      const unknown = Object.keys(options).filter((key) => !['attribute', 'type', 'reflect'].includes(key))
      assert.deepEqual(unknown, [], `${element.name}.${name}`)
      assert.ok(
        [undefined, Boolean].includes(options['type'] as BooleanConstructor),
        `${element.name}.${name}`,
      )
      assert.ok(!(options['reflect'] && options['type']), `${element.name}.${name} reflects a boolean`)
    }
  }
})

test('nothing waits for what is cut out: no hook around a drawing, no listener with options', () => {
  const folder = new URL('../../packages/elements/src/', import.meta.url)
  for (const file of globSync('**/*.ts', { cwd: folder }))
    assert.doesNotMatch(
      readFileSync(new URL(file, folder), 'utf8'),
      /@\w+=\$\{\{|\b(hostUpdated?|updated|firstUpdated|shouldUpdate|scheduleUpdate|getUpdateComplete|performUpdate)\(|hasChanged/,
      file,
    )
})
