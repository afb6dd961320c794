import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { storedFile } from '../../stack/stored-file.ts'
import { openSignUpStore } from './sign-up-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'tapboard-book-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('only the browser of a sign-up finds it, also after a restart', () => {
  const file = join(folder, 'one.json')
  const book = openSignUpStore(
    storedFile(file),
    () => 0,
    () => 'code',
  )
  const { applicant } = book.add('browser-a', 'plans')
  const again = openSignUpStore(
    storedFile(file),
    () => 0,
    () => 'code',
  )
  assert.equal(again.find('browser-a', applicant)?.scenario, 'plans')
  assert.equal(again.newest('browser-a')?.applicant, applicant)
  for (const other of ['browser-b', undefined]) assert.equal(again.find(other, applicant), undefined)
  assert.ok(
    !readFileSync(file, 'utf8').includes('browser-a'),
    'the file has a cookie that would let anybody in',
  )
  assert.notEqual(again.add('browser-a', 'plans').applicant, applicant)
})

test('a link is valid for half an hour', () => {
  let nowMs = 0
  let codes = 0
  const book = openSignUpStore(
    storedFile(join(folder, 'two.json')),
    () => nowMs,
    () => `code-${(codes += 1)}`,
  )
  const { applicant } = book.add('browser-a', 'begun')
  const code = book.invite(applicant)
  assert.equal(book.join('browser-b', 'code-9'), undefined)
  assert.equal(book.join('browser-b', code)?.applicant, applicant)
  assert.equal(book.find('browser-b', applicant)?.applicant, applicant)
  nowMs = 30 * 60_000
  assert.equal(book.join('browser-c', code), undefined)
  assert.equal(book.find('browser-c', applicant), undefined)
})
