import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { buildIsolatedField, GENERATED, generatedText } from './isolated-field.ts'

test('the BFF serves the built script of the isolated field, which fits in 4 KB and can be inside a page', async () => {
  const script = await buildIsolatedField()
  assert.equal(
    readFileSync(GENERATED, 'utf8'),
    generatedText(script),
    'run npm run build: it writes the script into packages/bff/src/application/seal',
  )
  const size = brotliCompressSync(script).length
  assert.ok(size <= 4_096, `${size} B brotli`)
  assert.ok(script.length <= 12_288, `${script.length} B`)
  assert.doesNotMatch(script, /<\/script|<!--/i)
})
