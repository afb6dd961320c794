// The catalogue of errors that the BFF serves: every code has its anchor, and every problem leads to it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { BOARDING_ERRORS, ELEMENT_FAULTS, PROBLEMS, PROGRAM_FAULTS, SERVICE_ERRORS } from '@tapboard/contract'
import { EXPLAIN } from '../app/explain.ts'
import { createBench, PUBLIC_URL } from '../testing/bench.ts'
import { ERROR_PAGE, helpUrl } from './error-page.ts'

const bench = await createBench()
after(() => bench.close())

const CODES = [PROBLEMS, ELEMENT_FAULTS, PROGRAM_FAULTS, SERVICE_ERRORS, BOARDING_ERRORS].flatMap((codes) =>
  Object.keys(codes),
)

void test('D-190 every code has one anchor on the page and an entry for the console', () => {
  for (const code of CODES) {
    assert.equal(ERROR_PAGE.split(`<h3 id="${code}">`).length, 2, code)
    const lines: string[] = []
    const print = (line: string): void => void lines.push(line)
    assert.equal(EXPLAIN.run([code], { print, printError: print }), 0)
    assert.match(lines.join(), new RegExp(`^${code}\n[^]+\\.$`))
  }
})

void test('D-190 an entry shows code as code, signs of HTML as text, and no empty sentence', () => {
  assert.match(ERROR_PAGE, /<code>[^<`]+<\/code>/)
  assert.doesNotMatch(ERROR_PAGE, /`|<p> | <\/p>/)
  assert.match(ERROR_PAGE, /&#34;/)
  assert.doesNotMatch(ERROR_PAGE, /&#undefined;/)
  assert.match(ERROR_PAGE, /\n<\/main>$/)
})

void test('explain names the code that is meant', () => {
  const lines: string[] = []
  const printError = (line: string): void => void lines.push(line)
  assert.equal(EXPLAIN.run(['sale-opn'], { print: printError, printError }), 1)
  assert.deepEqual(lines, [
    'There is no error sale-opn. Did you mean sale-open?',
    'More: npx tapboard explain name-unknown',
  ])
  assert.equal(EXPLAIN.run([], { print: printError, printError }), 2)
})

void test('D-190 the help of a problem is the address of its entry, which the BFF serves', async () => {
  const refused = await bench.core.fetch(new Request(`${PUBLIC_URL}/v1/checkout`))
  const { help } = (await refused.json()) as { help: string }
  assert.equal(help, helpUrl(PUBLIC_URL, 'origin-not-allowed'))
  const page = await bench.core.fetch(new Request(help))
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.ok((await page.text()).includes(`id="${new URL(help).hash.slice(1)}"`))
})
