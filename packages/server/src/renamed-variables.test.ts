import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEnvironmentError } from './environment-error.ts'
import { withCurrentNames } from './renamed-variables.ts'

const RENAMED = [
  { old: 'STORE_URL', current: 'TAPBOARD_STORE_URL' },
  { old: 'PORT', current: 'TAPBOARD_PORT', platform: true },
]

test('an old name sets its variable, also as NAME_FILE, and one notice lists all old names', () => {
  const { environment, notice } = withCurrentNames({ STORE_URL: 'file:a.db', PATH: '/bin' }, RENAMED)
  assert.deepEqual(environment, { TAPBOARD_STORE_URL: 'file:a.db', PATH: '/bin' })
  assert.equal(notice, 'Rename these variables; their old names still work: STORE_URL → TAPBOARD_STORE_URL.')
  const file = withCurrentNames({ STORE_URL_FILE: '/run/store' }, RENAMED)
  assert.deepEqual(file.environment, { TAPBOARD_STORE_URL_FILE: '/run/store' })
  assert.match(file.notice ?? '', /STORE_URL_FILE → TAPBOARD_STORE_URL_FILE/)
  assert.equal(withCurrentNames({ TAPBOARD_STORE_URL: 'file:a.db' }, RENAMED).notice, null)
})

test('refuses different values under the two names, without the values', () => {
  const both = (old: string) => withCurrentNames({ STORE_URL: old, TAPBOARD_STORE_URL: 'file:a.db' }, RENAMED)
  assert.throws(
    () => both('file:b.db'),
    (error) =>
      isEnvironmentError(error) &&
      error.message ===
        'STORE_URL is the old name of TAPBOARD_STORE_URL, and their values differ: remove STORE_URL.',
  )
  for (const same of ['file:a.db', ''])
    assert.deepEqual(both(same).environment, { TAPBOARD_STORE_URL: 'file:a.db' })
})

test('a name that platforms set has no notice and yields to the current name', () => {
  assert.deepEqual(withCurrentNames({ PORT: '8080' }, RENAMED), {
    environment: { TAPBOARD_PORT: '8080' },
    notice: null,
  })
  assert.deepEqual(withCurrentNames({ PORT: '8080', TAPBOARD_PORT: '4300' }, RENAMED).environment, {
    TAPBOARD_PORT: '4300',
  })
})
