import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tapboard-files-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a secret file is private before its text is written, also if it was readable for all', () => {
  const path = join(folder, '.env')
  writeFileSync(path, 'OLD=1\n')
  chmodSync(path, 0o644)
  // A write that fails shows the order: the mode has already changed.
  assert.throws(() => openFiles(folder).writeSecret('.env', null as unknown as string), TypeError)
  assert.equal(statSync(path).mode & 0o777, 0o600)

  openFiles(folder).writeSecret('.env', 'SECRET=1\n')
  assert.equal(openFiles(folder).read('.env'), 'SECRET=1\n')
  openFiles(folder).writeSecret('new.env', 'SECRET=1\n')
  assert.equal(statSync(join(folder, 'new.env')).mode & 0o777, 0o600)
})
