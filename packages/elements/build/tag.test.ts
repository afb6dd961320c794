import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf, tagOf } from './tag.ts'

const HASHES = {
  'terminal-pay.js': { integrity: 'sha384-first' },
  'terminal-pay-sale.js': { integrity: 'sha384-sale' },
  'merchant-apply.js': { integrity: 'sha384-other' },
  'languages/pay.de.js': { integrity: 'sha384-german' },
  'languages/apply-end.de.js': { integrity: 'sha384-others-german' },
}

const mapIn = (tag: string): string => /<script type="importmap">(.*?)<\/script>/s.exec(tag)?.[1] ?? ''

test('the tag holds the first file and every file that is loaded later to its hash, and no file of the other element', () => {
  const tag = tagOf('terminal-pay', HASHES)
  assert.deepEqual(JSON.parse(mapIn(tag)), {
    integrity: { '/terminal-pay-sale.js': 'sha384-sale', '/languages/pay.de.js': 'sha384-german' },
  })
  assert.match(tag, /src="\/terminal-pay\.js" integrity="sha384-first"/)
  assert.doesNotMatch(tag, /other/)
})

test('the tag of <terminal-desk> holds <terminal-pay>, with which it refunds', () => {
  const hashes = {
    ...HASHES,
    'terminal-desk.js': { integrity: 'sha384-desk' },
    'languages/desk.de.js': { integrity: 'sha384-desk-german' },
  }
  assert.deepEqual(JSON.parse(mapIn(tagOf('terminal-desk', hashes))), {
    integrity: {
      '/terminal-pay.js': 'sha384-first',
      '/terminal-pay-sale.js': 'sha384-sale',
      '/languages/pay.de.js': 'sha384-german',
      '/languages/desk.de.js': 'sha384-desk-german',
    },
  })
})

test('a page that serves the files elsewhere names that folder', () => {
  const tag = tagOf('merchant-apply', HASHES, '/assets/')
  assert.match(tag, /src="\/assets\/merchant-apply\.js"/)
  assert.match(mapIn(tag), /"\/assets\/languages\/apply-end\.de\.js": "sha384-others-german"/)
})

test('the tag for another address names that address in the policy that it needs', () => {
  const tag = tagOf('terminal-pay', HASHES, 'https://cdn.example/elements@1.2.3/')
  assert.match(
    tag,
    /src="https:\/\/cdn\.example\/elements@1\.2\.3\/terminal-pay\.js" integrity="sha384-first"/,
  )
  assert.match(mapIn(tag), /"https:\/\/cdn\.example\/elements@1\.2\.3\/terminal-pay-sale\.js": "sha384-sale"/)
  assert.ok(tag.includes(`script-src https://cdn.example '${sourceOf(mapIn(tag))}'`))
})

test('the tag says which hash of its inline map a strict policy needs', () => {
  const tag = tagOf('terminal-pay', HASHES)
  assert.ok(tag.includes(`script-src 'self' '${sourceOf(mapIn(tag))}'`))
})

test('an element without a first file is a mistake of the build', () => {
  assert.throws(() => tagOf('third-one', HASHES), /no hash of third-one\.js/)
})
