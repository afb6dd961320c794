import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerousCalls } from './dangerous-calls.ts'
import { sourceFiles } from './tree.ts'

test('published code runs no text as code, markup or command, and uses no weak primitive', () => {
  const files = sourceFiles(/^packages\/.*\.ts$/)
  assert.deepEqual(files.flatMap(dangerousCalls), [])
  assert.ok(files.length > 700, `only ${files.length} files were read`)
})

test('the rule detects each kind of call, outside of tests only', () => {
  const samples = [
    'eval(text)',
    "const made = new Function('return 1')",
    "import vm from 'node:vm'",
    'element.innerHTML = text',
    "element.insertAdjacentHTML('beforeend', text)",
    'html`${unsafeHTML(text)}`',
    'frame.srcdoc = text',
    'document.write(text)',
    "link.href = 'javascript:run()'",
    "import { exec } from 'node:child_process'",
    'const id = Math.random()',
    "createHash('sha1')",
    "createCipheriv('aes-256-cbc', key, iv)",
  ]
  for (const text of samples) {
    assert.equal(dangerousCalls({ path: 'packages/bff/src/a.ts', text }).length, 1, text)
    assert.deepEqual(dangerousCalls({ path: 'packages/bff/src/a.test.ts', text }), [])
  }
  for (const text of [
    'const evaluated = random(8)',
    '// Never eval(text).',
    ' * An address such as `javascript:` is no link.',
  ])
    assert.deepEqual(dangerousCalls({ path: 'packages/bff/src/a.ts', text }), [], text)
})
